package io.github.lockstarter.store.memory;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Defects of the record, as advice that is woven into its methods.
 */
public final class RecordMutants {

	private RecordMutants() {
	}

	public static final class HeldByWhoever {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("holder") @Nullable Acquisition holder,
				@Advice.FieldValue("deadline") long deadline, @Advice.Argument(1) Moment now,
				@Advice.Return(readOnly = false) boolean held) {
			held = holder != null && deadline > now.millis();
		}

	}

	public static final class HeldForEver {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue("holder") @Nullable Acquisition holder,
				@Advice.Return(readOnly = false) boolean held) {
			held = holder != null;
		}

	}

	public static final class SameInstance {

		@Advice.OnMethodExit
		static void exit(@Advice.This Acquisition one, @Advice.Argument(0) @Nullable Object other,
				@Advice.Return(readOnly = false) boolean equal) {
			equal = other instanceof Acquisition && one.instance().equals(((Acquisition) other).instance());
		}

	}

	public static final class SameToken {

		@Advice.OnMethodEnter
		static long enter(@Advice.FieldValue("token") long token) {
			return token;
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Enter long before, @Advice.FieldValue(value = "token", readOnly = false) long token) {
			token = (before == 0) ? token : before;
		}

	}

	public static final class NextToken {

		@Advice.OnMethodEnter
		static long enter(@Advice.FieldValue("token") long token) {
			return token;
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Enter long before, @Advice.FieldValue(value = "token", readOnly = false) long token) {
			token = before + 1;
		}

	}

	public static final class NothingReserved {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue(value = "reserved", readOnly = false) int reserved) {
			reserved = 0;
		}

	}

	public static final class EndlessWindow {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) long millis) {
			millis = 3_600_000;
		}

	}

}
