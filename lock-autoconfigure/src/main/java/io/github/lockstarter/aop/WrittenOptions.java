package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.function.UnaryOperator;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockLimits;
import io.github.lockstarter.LockOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.PlaceholderResolutionException;
import org.springframework.util.StringValueResolver;

/**
 * Reads the options that an annotation sets.
 */
final class WrittenOptions {

	private final AnnotatedMethod method;

	private final StringValueResolver placeholders;

	WrittenOptions(AnnotatedMethod method, StringValueResolver placeholders) {
		this.method = method;
		this.placeholders = placeholders;
	}

	LockOptions read() {
		DistributedLock lock = this.method.lock();
		return LockOptions.NONE
			.withWaitTime(duration("waitTime", lock.waitTime(), lock.waitTimeString(), LockLimits::checkWaitTime))
			.withLeaseTime(duration("leaseTime", lock.leaseTime(), lock.leaseTimeString(), LockLimits::checkLeaseTime))
			.withAutoRenew(lock.autoRenew() ? null : Boolean.FALSE)
			.withFailStrategy(lock.failStrategy())
			.withMaxWaiters(maxWaiters(lock))
			.withMaxHold(duration("maxHold", lock.maxHold(), lock.maxHoldString(), LockLimits::checkMaxHold))
			.withOnLoss(lock.onLoss())
			.withOnUnavailable(lock.onUnavailable())
			.withWarnAfter(duration("warnAfter", -1, lock.warnAfterString(), LockLimits::checkWarnAfter))
			.withHoldAtLeast(duration("holdAtLeast", lock.holdAtLeast(), lock.holdAtLeastString(),
					LockLimits::checkHoldAtLeast));
	}

	private @Nullable Integer maxWaiters(DistributedLock lock) {
		try {
			return (lock.maxWaiters() < 0) ? null : LockLimits.checkMaxWaiters(lock.maxWaiters());
		}
		catch (IllegalArgumentException ex) {
			throw this.method.refused("its attribute 'maxWaiters' is 0. " + ex.getMessage(),
					"Correct 'maxWaiters', or leave it out.", ex);
		}
	}

	private @Nullable Duration duration(String attribute, long number, String text, UnaryOperator<Duration> check) {
		if (text.isEmpty()) {
			return (number < 0) ? null : checked(attribute, Long.toString(number), check);
		}
		if (number >= 0) {
			throw this.method.refused(
					"both '" + attribute + "' (" + number + ") and '" + attribute + "String' ('" + text + "') are set.",
					"Set only one of them.");
		}
		return checked(attribute + "String", text, check);
	}

	private Duration checked(String attribute, String text, UnaryOperator<Duration> check) {
		try {
			return check.apply(parse(text));
		}
		catch (PlaceholderResolutionException ex) {
			throw this.method.refused(
					Sentences.ended("its attribute '" + attribute + "' is '" + text + "'. " + ex.getMessage()),
					"Set that property, or give the placeholder a default, as in '${name:10s}'.", ex);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw this.method
				.refused(Sentences.ended("its attribute '" + attribute + "' is '" + text + "'. " + ex.getMessage()),
						"Correct '" + attribute
								+ "': a number in 'timeUnit', or as text a duration such as '500ms', '10s'"
								+ " or 'PT10S', or a placeholder for one.",
						ex);
		}
	}

	private Duration parse(String text) {
		String resolved = this.placeholders.resolveStringValue(text);
		if (resolved == null) {
			throw new IllegalArgumentException("It resolves to nothing.");
		}
		return DurationFormatterUtils.detectAndParse(resolved.strip(),
				DurationFormat.Unit.fromChronoUnit(this.method.lock().timeUnit().toChronoUnit()));
	}

}
