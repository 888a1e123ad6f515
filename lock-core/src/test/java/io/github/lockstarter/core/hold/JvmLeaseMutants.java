package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.Share;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Defects of JVM leases and holds, as advice that is woven into their methods.
 */
public final class JvmLeaseMutants {

	private JvmLeaseMutants() {
	}

	/** Who gets the lock by a pass counts it as valid for several leases. */
	public static final class SeveralLeases {

		@Advice.OnMethodExit
		static void exit(@Advice.This JvmLease jvmLease, @Advice.Return @Nullable Hold passed) {
			if (passed != null) {
				Duration lease = passed.lease().time();
				jvmLease.confirm(Moment.now(jvmLease.platform).plus(2 * lease.toNanos()), lease);
			}
		}

	}

	/** The next holder has the token of the one before. */
	public static final class SameToken {

		@Advice.OnMethodExit
		static void exit(@Advice.This Hold hold, @Advice.Argument(0) LockRequest request,
				@Advice.Return(readOnly = false) Hold next) {
			next = new Hold(hold.jvmLease(), request, hold.token(), hold.jvmLease().platform.nanoTime());
		}

	}

	/** A JVM lease is revoked by a message. */
	public static final class Revoked {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter(@Advice.Argument(0) JvmLease jvmLease) {
			jvmLease.revoke();
			return true;
		}

	}

	/** A number that is no token. */
	public static final class One {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) long token) {
			token = 1;
		}

	}

	/** Nothing happens to a hold that is shared. */
	public static final class NoShare {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter(@Advice.This Hold hold) {
			return hold.share() != null;
		}

	}

	/** A hold counts as what was asked for, whatever has become of it. */
	public static final class AsAskedFor {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("request") LockRequest request,
				@Advice.Return(readOnly = false) @Nullable Share share) {
			share = request.share();
		}

	}

}
