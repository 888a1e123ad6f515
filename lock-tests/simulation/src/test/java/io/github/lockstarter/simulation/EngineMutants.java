package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * Defects of the engine and of the simulated network, as advice that is woven into their
 * methods.
 */
final class EngineMutants {

	private EngineMutants() {
	}

	/** The method does nothing, and returns nothing. */
	static final class Skipped {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter() {
			return true;
		}

	}

	static final class WholeLease {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) Moment end) {
			end = end.plus(TimeUnit.SECONDS.toNanos(3));
		}

	}

	static final class LaterEnd {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) Moment end) {
			end = end.plus(TimeUnit.MILLISECONDS.toNanos(300));
		}

	}

	/** Clocks are taken to go equally fast. */
	static final class NoMargin {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(0) Moment sentAt,
				@Advice.Argument(value = 1, typing = Assigner.Typing.DYNAMIC) Object lease,
				@Advice.Return(readOnly = false) Moment end) {
			end = sentAt.plus((lease instanceof Duration time) ? time.toNanos() : (long) lease);
		}

	}

	static final class Half {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) Duration time) {
			time = time.dividedBy(2);
		}

	}

	static final class Always {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) boolean answer) {
			answer = true;
		}

	}

	static final class Shown {

		@Advice.OnMethodExit
		static void exit(@Advice.Argument(0) String secret, @Advice.Return(readOnly = false) String proof) {
			proof = secret;
		}

	}

	static final class ThreeSeconds {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) long nanos) {
			nanos = TimeUnit.SECONDS.toNanos(3);
		}

	}

	static final class LongPause {

		@Advice.OnMethodExit
		static void exit(@Advice.FieldValue(value = "pauseUntil", readOnly = false) long until) {
			until = until + TimeUnit.SECONDS.toNanos(1);
		}

	}

	static final class Hour {

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) long nanos) {
			nanos = TimeUnit.HOURS.toNanos(1);
		}

	}

	static final class NotContained {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static boolean enter(@Advice.Argument(1) Runnable task) {
			task.run();
			return true;
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Return(readOnly = false) boolean done) {
			done = true;
		}

	}

	static final class NotStaged {

		@Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
		static Object enter(@Advice.Argument(0) Supplier<?> call) {
			return call.get();
		}

		@Advice.OnMethodExit
		static void exit(@Advice.Enter(typing = Assigner.Typing.DYNAMIC) CompletionStage<?> stage,
				@Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) CompletionStage<?> result) {
			result = stage;
		}

	}

	static final class LeftAgain {

		@Advice.OnMethodEnter
		static void enter(@Advice.FieldValue(value = "entries", readOnly = false) int entries) {
			if (entries == 0) {
				entries = 1;
			}
		}

	}

	/** A handle that was only lent gives the lock back. */
	static final class LeftByBorrower {

		@Advice.OnMethodEnter
		static void enter(@Advice.Argument(0) Hold hold) {
			hold.leave(hold.request());
		}

	}

	static final class WhoeverHolds {

		@Advice.OnMethodEnter
		static void enter(@Advice.Argument(value = 0, readOnly = false) Hold hold) {
			hold = hold.jvmLease().hold();
		}

	}

	static final class MonotonicOnly {

		@Advice.OnMethodExit
		static void exit(@Advice.This Moment moment, @Advice.Argument(0) Platform platform,
				@Advice.Return(readOnly = false) long nanos) {
			nanos = moment.nanosLeft(platform);
		}

	}

	static final class ByMonotonicClock {

		@Advice.OnMethodExit
		static void exit(@Advice.This Moment one, @Advice.Argument(0) Moment other,
				@Advice.Return(readOnly = false) Moment earlier) {
			earlier = one.isBefore(other) ? one : other;
		}

	}

}
