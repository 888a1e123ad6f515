package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.Arrays;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.AdaptiveLease.Statistic;
import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The last times for which one lock was held, and the lease that follows from them.
 * Thread-safe.
 */
final class HoldTimes {

	private static final Logger logger = LoggerFactory.getLogger(HoldTimes.class);

	/** So few tell nothing, and after so many more they are looked at again. */
	private static final int FEW = 10;

	private static final int TIMES_THE_STATISTIC = 2;

	private final String name;

	private final AdaptiveLease adaptive;

	private final long[] nanos;

	private long added;

	private volatile @Nullable Duration lease;

	HoldTimes(String name, AdaptiveLease adaptive) {
		this.name = name;
		this.adaptive = adaptive;
		this.nanos = new long[adaptive.window()];
	}

	/**
	 * The lease that was chosen; {@code null} while too little is known.
	 */
	@Nullable Duration lease() {
		return this.lease;
	}

	synchronized void add(Duration held, @Nullable Duration least) {
		this.nanos[(int) (this.added++ % this.nanos.length)] = held.toNanos();
		if (this.added % FEW == 0) {
			choose(least);
		}
	}

	private void choose(@Nullable Duration least) {
		Duration statistic = Duration.ofNanos(statistic());
		Duration wanted = statistic.multipliedBy(TIMES_THE_STATISTIC);
		Duration bounded = LeaseMath.longer((wanted.compareTo(this.adaptive.max()) < 0) ? wanted : this.adaptive.max(),
				this.adaptive.min());
		Duration chosen = Duration
			.ofMillis(LeaseMath.longer(bounded, (least != null) ? least : Duration.ZERO).toMillis());
		if (isNew(chosen)) {
			this.lease = chosen;
			FailureIsolation.run("A message",
					() -> BackgroundLog.log(logger, Level.INFO,
							"The lease of lock '" + LogText.of(this.name) + "' is " + chosen.toMillis()
									+ " ms from now on, after the " + this.adaptive.statistic()
									+ " of its last hold times, " + statistic.toMillis() + " ms",
							null));
		}
	}

	/**
	 * Whether it differs enough: a lock passes from thread to thread only with the same
	 * lease.
	 */
	private boolean isNew(Duration chosen) {
		Duration current = this.lease;
		return current == null || Math.abs(chosen.toNanos() - current.toNanos()) > current.toNanos() / 4
				|| (!chosen.equals(current) && isBound(chosen));
	}

	private boolean isBound(Duration chosen) {
		return chosen.equals(this.adaptive.min()) || chosen.equals(this.adaptive.max());
	}

	private long statistic() {
		long[] known = Arrays.copyOf(this.nanos, (int) Math.min(this.added, this.nanos.length));
		if (this.adaptive.statistic() == Statistic.AVERAGE) {
			return (long) Arrays.stream(known).average().orElse(0);
		}
		Arrays.sort(known);
		return known[(known.length * 95 + 99) / 100 - 1];
	}

}
