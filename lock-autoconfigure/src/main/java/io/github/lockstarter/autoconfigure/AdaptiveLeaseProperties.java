package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.AdaptiveLease.Statistic;
import org.jspecify.annotations.Nullable;

/**
 * Properties of leases that follow the hold times.
 */
final class AdaptiveLeaseProperties {

	/**
	 * Shortest lease, at least 100ms. By default 5s.
	 */
	private @Nullable Duration min;

	/**
	 * Longest lease. By default 5m.
	 */
	private @Nullable Duration max;

	/**
	 * Statistic of the last hold times that the lease follows. By default the 95th
	 * percentile.
	 */
	private @Nullable Statistic statistic;

	/**
	 * Number of last hold times that count, 10 to 10000. By default 100.
	 */
	private @Nullable Integer window;

	public @Nullable Duration getMin() {
		return this.min;
	}

	public void setMin(@Nullable Duration min) {
		this.min = min;
	}

	public @Nullable Duration getMax() {
		return this.max;
	}

	public void setMax(@Nullable Duration max) {
		this.max = max;
	}

	public @Nullable Statistic getStatistic() {
		return this.statistic;
	}

	public void setStatistic(@Nullable Statistic statistic) {
		this.statistic = statistic;
	}

	public @Nullable Integer getWindow() {
		return this.window;
	}

	public void setWindow(@Nullable Integer window) {
		this.window = window;
	}

	/**
	 * These values, completed by those of {@code lower}; {@code null} if none is set.
	 */
	@Nullable AdaptiveLease over(AdaptiveLease lower, String prefix) {
		if (this.min == null && this.max == null && this.statistic == null && this.window == null) {
			return null;
		}
		try {
			return new AdaptiveLease((this.min != null) ? this.min : lower.min(),
					(this.max != null) ? this.max : lower.max(),
					(this.statistic != null) ? this.statistic : lower.statistic(),
					(this.window != null) ? this.window : lower.window());
		}
		catch (IllegalArgumentException ex) {
			throw LockConfigurationException.group(prefix + "adaptive-lease", ex);
		}
	}

}
