package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.WaitStrategy;

/**
 * What a caller asks for, by chance.
 *
 * @param keys the locks
 * @param options how to take them
 * @param holdFor how long the caller has something to do under them, in nanoseconds
 * @param certain whether it is served for certain while nothing is wrong
 */
record Wish(List<String> keys, LockOptions options, long holdFor, boolean certain) {

	private static final Duration[] LEASES = { Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ofSeconds(3),
			Duration.ofSeconds(8) };

	private static final LockOptions SHORT_WAIT = LockOptions.of(LockOption.WAIT_TIME, Duration.ofMillis(500))
		.with(LockOption.WAIT_STRATEGY, WaitStrategy.NOTIFICATION);

	/** How many permits each semaphore has. */
	static final int CAPACITY = 3;

	/** The longest lease that anybody asks for, or extends it to. */
	static final Duration LONGEST_LEASE = Duration.ofSeconds(8);

	/** Anything that the API offers. */
	static Wish any(SimulatedTime time, List<String> keys) {
		LockOptions options = LockOptions.NONE.with(LockOption.WAIT_TIME, waitTime(time))
			.with(LockOption.LEASE_TIME, lease(time))
			.with(LockOption.AUTO_RENEW, time.chance(0.85));
		long atLeast = time.chance(0.1) ? time.between(1, 400) : 0;
		options = options.with(LockOption.MIN_HOLD, Duration.ofMillis(atLeast));
		if (time.chance(0.1)) {
			options = options.with(LockOption.MAX_HOLD, Duration.ofMillis(time.between(Math.max(atLeast, 100), 2000)));
		}
		if (time.chance(0.1)) {
			options = options.with(LockOption.WAIT_STRATEGY, WaitStrategy.BACK_OFF)
				.with(LockOption.BACK_OFF, backOff(time));
		}
		else if (time.chance(0.05)) {
			options = options.with(LockOption.WAIT_TIME, LockOption.LONGEST);
		}
		if (time.chance(0.1)) {
			options = options.with(LockOption.MAX_WAITERS, 1 + time.below(2));
		}
		return new Wish(some(time, keys), options, holdFor(time), false);
	}

	/** Mostly the usual one, since a lock passes on only to the same lease. */
	private static Duration lease(SimulatedTime time) {
		return time.chance(0.6) ? LEASES[1] : LEASES[time.below(LEASES.length)];
	}

	private static BackOff backOff(SimulatedTime time) {
		return BackOff.DEFAULT.withMaxAttempts(1 + time.below(20));
	}

	private static Duration waitTime(SimulatedTime time) {
		return switch (time.below(8)) {
			case 0, 1 -> Duration.ZERO;
			case 2 -> Duration.ofMillis(time.between(1, 50));
			case 3, 4 -> Duration.ofMillis(time.between(50, 2000));
			default -> Duration.ofMillis(time.between(2000, 10_000));
		};
	}

	private static long holdFor(SimulatedTime time) {
		return switch (time.below(10)) {
			case 0 -> time.between(SimulatedTime.SECOND, 6 * SimulatedTime.SECOND);
			case 1, 2 -> time.between(20 * SimulatedTime.MILLISECOND, SimulatedTime.SECOND);
			default -> time.between(0, 20 * SimulatedTime.MILLISECOND);
		};
	}

	private static List<String> some(SimulatedTime time, List<String> keys) {
		int count = time.chance(0.85) ? 1 : 1 + time.below(keys.size());
		List<String> left = new ArrayList<>(keys);
		while (left.size() > count) {
			left.remove(time.below(left.size()));
		}
		return left;
	}

	/** All locks, long waits, and long turns among short ones. */
	static Wish lasting(SimulatedTime time, List<String> keys) {
		LockOptions options = LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(20))
			.with(LockOption.LEASE_TIME, LEASES[2 + time.below(2)])
			.with(LockOption.AUTO_RENEW, time.chance(0.85));
		long holdFor = time.chance(0.4) ? time.between(SimulatedTime.SECOND, 4 * SimulatedTime.SECOND)
				: time.between(0, 20 * SimulatedTime.MILLISECOND);
		return new Wish(keys, options, holdFor, false);
	}

	/** Short turns, and waits that outlast all long ones of other callers. */
	static Wish calm(SimulatedTime time, List<String> keys) {
		Duration waitTime = time.chance(0.1) ? LockOption.LONGEST : Duration.ofSeconds(40);
		LockOptions options = LockOptions.NONE.with(LockOption.WAIT_TIME, waitTime)
			.with(LockOption.LEASE_TIME, LEASES[time.below(2)])
			.with(LockOption.AUTO_RENEW, true);
		long holdFor = time.chance(0.03) ? time.between(SimulatedTime.SECOND, 3 * SimulatedTime.SECOND)
				: time.between(0, 20 * SimulatedTime.MILLISECOND);
		if (time.chance(0.05)) {
			return new Wish(some(time, keys), impatient(time, options), holdFor, false);
		}
		return new Wish(some(time, keys), options, holdFor, true);
	}

	/** Whoever hardly waits, or waits between attempts, may get nothing. */
	private static LockOptions impatient(SimulatedTime time, LockOptions options) {
		if (time.chance(0.5)) {
			return options.with(LockOption.WAIT_TIME, Duration.ofMillis(time.between(0, 20)));
		}
		return options.with(LockOption.WAIT_TIME, Duration.ofSeconds(20))
			.with(LockOption.WAIT_STRATEGY, WaitStrategy.BACK_OFF)
			.with(LockOption.BACK_OFF, BackOff.DEFAULT.withMaxAttempts(1 + time.below(4)));
	}

	/** One turn after the other: the lock is never free for long. */
	static Wish hot(SimulatedTime time, List<String> keys) {
		LockOptions options = LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(8))
			.with(LockOption.LEASE_TIME, LONGEST_LEASE)
			.with(LockOption.AUTO_RENEW, true);
		long holdFor = time.between(5 * SimulatedTime.MILLISECOND, 40 * SimulatedTime.MILLISECOND);
		return new Wish(keys.subList(0, 1), options, holdFor, true);
	}

	/** The same in the order in which callers came, if it queues. */
	Wish fair() {
		boolean queues = this.options.getOrBuiltIn(LockOption.WAIT_STRATEGY) != WaitStrategy.BACK_OFF;
		LockOptions fair = LockOptions.of(LockOption.FAIR, queues);
		return with(fair);
	}

	/** The same for a lock of any kind, or for one that is fair. */
	Wish ofAnyKind(SimulatedTime time) {
		if (time.chance(0.3)) {
			return fair();
		}
		LockOptions kind = switch (time.below(4)) {
			case 0 -> LockOptions.of(LockOption.KIND, LockKind.READ);
			case 1 -> LockOptions.of(LockOption.KIND, LockKind.SEMAPHORE)
				.with(LockOption.CAPACITY, CAPACITY)
				.with(LockOption.PERMITS, 1 + time.below(CAPACITY));
			default -> LockOptions.NONE;
		};
		return with(kind);
	}

	/**
	 * The same, but for a thread that may not enter again, and does not wait for long.
	 */
	Wish withoutReentry() {
		return with(SHORT_WAIT.with(LockOption.REENTRANT, false));
	}

	/** The same for one that takes what is free, or nothing. */
	Wish withoutWaiting() {
		return new Wish(this.keys, LockOptions.of(LockOption.WAIT_TIME, Duration.ZERO).over(this.options), this.holdFor,
				false);
	}

	/** Another lock, for a moment under this one. */
	Wish under(String key) {
		Wish inner = new Wish(List.of(key), this.options, this.holdFor / 2, false);
		return inner.with(SHORT_WAIT);
	}

	/** The same, to read. */
	Wish reading() {
		return with(LockOptions.of(LockOption.KIND, LockKind.READ).with(LockOption.FAIR, false));
	}

	/** The same, but not to be shared, and without a long wait. */
	Wish alone() {
		return with(SHORT_WAIT.with(LockOption.KIND, LockKind.MUTEX));
	}

	private Wish with(LockOptions changes) {
		return new Wish(this.keys, changes.over(this.options), this.holdFor, this.certain);
	}

	/**
	 * The same where there is no order among those who wait. Until all is calm more of
	 * them hold a lock for long, so that servers restart meanwhile.
	 */
	Wish overQuorum(SimulatedTime time, boolean calm) {
		boolean forLong = !calm && time.chance(0.15);
		return new Wish(this.keys, this.options,
				forLong ? time.between(SimulatedTime.SECOND, 8 * SimulatedTime.SECOND) : this.holdFor, false);
	}

	Duration waitTime() {
		return this.options.getOrBuiltIn(LockOption.WAIT_TIME);
	}

	boolean isRenewed() {
		return this.options.getOrBuiltIn(LockOption.AUTO_RENEW) && this.options.get(LockOption.MAX_HOLD) == null;
	}

}
