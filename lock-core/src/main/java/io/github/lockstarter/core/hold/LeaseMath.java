package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.store.StoreTimes;

/**
 * Computes how long a lease may be counted on here: from before the request was sent,
 * less a margin for clocks that run at different rates, as Redlock takes it: a hundredth
 * of the time and two milliseconds.
 */
public final class LeaseMath {

	/**
	 * A grant is used before its claim is answered if so much of the claim window is
	 * left. Less says that the message or this JVM was late, and so may the claim be.
	 */
	public static final long PROMPT_NANOS = StoreTimes.RECHECK.toNanos();

	private LeaseMath() {
	}

	/**
	 * The end of what is valid for a time.
	 * @param sentAt when the request was sent that began it, or another moment before
	 * @param nanos how long it lasts on the store's clock
	 * @return the end
	 */
	public static Moment end(Moment sentAt, long nanos) {
		return sentAt.plus(nanos - nanos / 100 - TimeUnit.MILLISECONDS.toNanos(2));
	}

	/** The end of a lease. */
	public static Moment end(Moment sentAt, Duration lease) {
		return end(sentAt, lease.toNanos());
	}

	/** The longer one. */
	public static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

	/** The shorter one. */
	public static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	/**
	 * A time that is not negative.
	 * @param nanos nanoseconds
	 * @return the time, or zero
	 */
	public static Duration nonNegative(long nanos) {
		return Duration.ofNanos(Math.max(nanos, 0));
	}

}
