package io.github.lockstarter.observation;

import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.observation.LockObservation.Attribute;
import io.micrometer.common.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * Texts that describe locks in metrics and traces.
 */
final class Labels {

	/**
	 * Outcome of an acquisition that ended with none of the {@link LockOutcome outcomes},
	 * such as re-entry of a lost lock.
	 */
	static final String FAILED = "failed";

	private Labels() {
	}

	/** A tag must not be empty: some systems drop such a tag, others the whole metric. */
	static String name(String name) {
		return name.isEmpty() ? KeyValue.NONE_VALUE : name;
	}

	static String of(@Nullable Enum<?> value) {
		return (value != null) ? value.name().toLowerCase(Locale.ROOT).replace('_', '-') : FAILED;
	}

	/**
	 * The outcome of an acquisition.
	 * @param failure the exception that it threw; {@code null} if none
	 * @return the outcome; {@code null} if it is none of them
	 */
	static @Nullable LockOutcome outcome(@Nullable Throwable failure) {
		if (failure == null) {
			return LockOutcome.ACQUIRED;
		}
		Throwable cause = unwrap(failure);
		if (cause instanceof LockNotAcquiredException refused) {
			return refused.getOutcome();
		}
		if (cause instanceof LockInterruptedException || cause instanceof CancellationException) {
			return LockOutcome.INTERRUPTED;
		}
		return (cause instanceof LockUnavailableException) ? LockOutcome.UNAVAILABLE : null;
	}

	static KeyValue name(LockObservationContext context) {
		return Attribute.NAME.withValue(name(context.getCall().name()));
	}

	static KeyValue kind(LockObservationContext context) {
		return Attribute.KIND.withValue(of(context.getCall().kind()));
	}

	static KeyValue keys(LockObservationContext context) {
		return Attribute.KEYS.withValue(String.join(", ", context.getCall().keys()));
	}

	static String span(String what, LockObservationContext context) {
		String name = context.getCall().name();
		return name.isEmpty() ? what : what + " " + name;
	}

	static Throwable unwrap(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
