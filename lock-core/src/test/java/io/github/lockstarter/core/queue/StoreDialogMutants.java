package io.github.lockstarter.core.queue;

import io.github.lockstarter.store.GrantNotification;
import net.bytebuddy.asm.Advice;

/**
 * Defects of the dialog with the store, as advice that is woven into its methods.
 */
public final class StoreDialogMutants {

	private StoreDialogMutants() {
	}

	/** It does not go on while a subscription is not answered. */
	public static final class NotDue {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter(@Advice.FieldValue("state") AcquisitionPhase state) {
			return state instanceof AcquisitionPhase.Subscribing;
		}

	}

	/** It does not look for which acquisition a grant is. */
	public static final class AnyGrant {

		@Advice.OnMethodEnter
		static void enter(@Advice.FieldValue("state") AcquisitionPhase state,
				@Advice.Argument(value = 0, readOnly = false) GrantNotification grant) {
			if (state.acquisition() != null) {
				grant = new GrantNotification(grant.key(), state.acquisition().sequence(), grant.token(),
						grant.deadlineMillis(), grant.clock(), grant.othersWaited(), grant.proof());
			}
		}

	}

	/** The last in line is taken for the first. */
	public static final class LastIsFirst {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("last") Waiter last, @Advice.Return(readOnly = false) Waiter first) {
			first = last;
		}

	}

	/** The wait for an answer ends with the one for other holders. */
	public static final class NoPatience {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) WaitLimits limits) {
			limits = new WaitLimits(limits.startedAt(), limits.until(), limits.until(), limits.kind());
		}

	}

	/** Whoever waits in vain is told of an outage. */
	public static final class Unavailable {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) Refusal refusal) {
			refusal = Refusal.unavailable(null);
		}

	}

}
