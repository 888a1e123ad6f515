package io.github.lockstarter;

import java.time.Duration;

/**
 * The pauses between the attempts of a waiter that polls instead of being notified. After
 * the first attempt it pauses for {@code base}, and after each further one
 * {@code multiplier} times as long as before, up to {@code max}; each pause is lengthened
 * or shortened at random by up to the fraction {@code jitter} of it. With a multiplier of
 * 1 and no jitter it polls at a fixed pace. Immutable.
 *
 * @param base the first pause, at least 1 ms
 * @param max the longest pause, not shorter than the first
 * @param multiplier from 1 to 100
 * @param jitter from 0 to 1
 * @param maxAttempts the number of attempts after which a waiter gives up, at least 1
 */
public record BackOff(Duration base, Duration max, double multiplier, double jitter, int maxAttempts) {

	private static final double LARGEST_MULTIPLIER = 100;

	/**
	 * 50 ms at first, doubled up to 1 s, with a jitter of a fifth, and as many attempts
	 * as the wait time allows.
	 */
	public static final BackOff DEFAULT = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(1), 2, 0.2,
			Integer.MAX_VALUE);

	/**
	 * Refuse values that can't work.
	 * @throws IllegalArgumentException with a message that says what to do
	 */
	public BackOff {
		if (!Range.LONGER_TIME.includes(base) || !Range.LONGER_TIME.includes(max) || max.compareTo(base) < 0) {
			throw new IllegalArgumentException("The pauses of a back-off are '" + Range.text(base) + "' to '"
					+ Range.text(max)
					+ "', but the first has to be at least 1 ms, and the longest not shorter; use durations like '50ms' and '1s'.");
		}
		if (!(multiplier >= 1 && multiplier <= LARGEST_MULTIPLIER)) {
			throw new IllegalArgumentException("The multiplier '" + multiplier
					+ "' of a back-off is not between 1 and 100; use 1 for pauses of the same length, or 2.");
		}
		if (!(jitter >= 0 && jitter <= 1)) {
			throw new IllegalArgumentException(
					"The jitter '" + jitter + "' of a back-off is not between 0 and 1; use 0 for none, or 0.2.");
		}
		if (maxAttempts < 1) {
			throw new IllegalArgumentException("The number of attempts '" + maxAttempts
					+ "' of a back-off is less than 1; to try only once, use 1 or a wait time of zero.");
		}
	}

	/**
	 * The same pauses, for another number of attempts.
	 * @param maxAttempts the number of attempts after which a waiter gives up, at least 1
	 * @return the back-off
	 */
	public BackOff withMaxAttempts(int maxAttempts) {
		return new BackOff(this.base, this.max, this.multiplier, this.jitter, maxAttempts);
	}

	/**
	 * The pause after an attempt.
	 * @param attempt the number of the attempt, from 1
	 * @param random a random number, from 0 to 1
	 * @return the pause
	 */
	public Duration pause(int attempt, double random) {
		double nanos = Math.min((double) this.base.toNanos() * Math.pow(this.multiplier, attempt - 1.0),
				(double) this.max.toNanos());
		return Duration.ofNanos((long) (nanos * (1 + this.jitter * (2 * random - 1))));
	}

}
