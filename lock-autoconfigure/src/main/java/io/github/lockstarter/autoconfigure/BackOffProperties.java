package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.BackOff;
import org.jspecify.annotations.Nullable;

/**
 * Properties of the pauses between attempts.
 */
final class BackOffProperties {

	/**
	 * Pause after the first attempt, at least 1ms. By default 50ms.
	 */
	private @Nullable Duration base;

	/**
	 * Longest pause. By default 1s.
	 */
	private @Nullable Duration max;

	/**
	 * Factor by which each further pause is longer, 1 to 100. By default 2.
	 */
	private @Nullable Double multiplier;

	/**
	 * Largest fraction by which each pause is lengthened or shortened at random, 0 to 1.
	 * By default 0.2.
	 */
	private @Nullable Double jitter;

	/**
	 * Number of attempts after which a waiter gives up. By default the wait time alone
	 * decides.
	 */
	private @Nullable Integer maxAttempts;

	public @Nullable Duration getBase() {
		return this.base;
	}

	public void setBase(@Nullable Duration base) {
		this.base = base;
	}

	public @Nullable Duration getMax() {
		return this.max;
	}

	public void setMax(@Nullable Duration max) {
		this.max = max;
	}

	public @Nullable Double getMultiplier() {
		return this.multiplier;
	}

	public void setMultiplier(@Nullable Double multiplier) {
		this.multiplier = multiplier;
	}

	public @Nullable Double getJitter() {
		return this.jitter;
	}

	public void setJitter(@Nullable Double jitter) {
		this.jitter = jitter;
	}

	public @Nullable Integer getMaxAttempts() {
		return this.maxAttempts;
	}

	public void setMaxAttempts(@Nullable Integer maxAttempts) {
		this.maxAttempts = maxAttempts;
	}

	/**
	 * These values, completed by those of {@code lower}; {@code null} if none is set.
	 */
	@Nullable BackOff over(BackOff lower, String prefix) {
		if (this.base == null && this.max == null && this.multiplier == null && this.jitter == null
				&& this.maxAttempts == null) {
			return null;
		}
		try {
			return new BackOff((this.base != null) ? this.base : lower.base(),
					(this.max != null) ? this.max : lower.max(),
					(this.multiplier != null) ? this.multiplier : lower.multiplier(),
					(this.jitter != null) ? this.jitter : lower.jitter(),
					(this.maxAttempts != null) ? this.maxAttempts : lower.maxAttempts());
		}
		catch (IllegalArgumentException ex) {
			throw LockConfigurationException.group(prefix + "back-off", ex);
		}
	}

}
