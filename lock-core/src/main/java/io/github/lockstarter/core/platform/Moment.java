package io.github.lockstarter.core.platform;

import java.util.concurrent.TimeUnit;

/**
 * A moment on both clocks of this JVM: the monotonic one can't be set, and the wall clock
 * goes on while the machine is suspended.
 *
 * @param nanos the moment on the monotonic clock
 * @param wallMillis the moment on the wall clock
 */
public record Moment(long nanos, long wallMillis) {

	/**
	 * This moment.
	 * @param platform has the clocks
	 * @return the moment
	 */
	public static Moment now(Platform platform) {
		return new Moment(platform.nanoTime(), platform.currentTimeMillis());
	}

	/**
	 * Time until this moment, as the monotonic clock says.
	 * @param platform has the clock
	 * @return nanoseconds; not positive if it is over
	 */
	public long nanosLeft(Platform platform) {
		return this.nanos - platform.nanoTime();
	}

	/**
	 * Shortest time until this moment, as that clock says which is nearer to it: after
	 * the machine was suspended, or the wall clock was set forward, that is the wall
	 * clock.
	 * @param platform has the clocks
	 * @return nanoseconds; not positive if it may be over
	 */
	public long assuredNanosLeft(Platform platform) {
		return Math.min(nanosLeft(platform),
				TimeUnit.MILLISECONDS.toNanos(this.wallMillis - platform.currentTimeMillis()));
	}

	/**
	 * A later moment.
	 * @param later by how many nanoseconds
	 * @return the moment then
	 */
	public Moment plus(long later) {
		return new Moment(this.nanos + later, this.wallMillis + TimeUnit.NANOSECONDS.toMillis(later));
	}

	/**
	 * Whether this is before another one, on the monotonic clock.
	 * @param other the other moment
	 * @return true if it is earlier
	 */
	public boolean isBefore(Moment other) {
		return this.nanos - other.nanos < 0;
	}

	/**
	 * The earlier of two moments, by each clock: after the machine was suspended the two
	 * clocks may not agree which one that is.
	 * @param other the other moment
	 * @return a moment that is after neither
	 */
	public Moment earlier(Moment other) {
		return new Moment(isBefore(other) ? this.nanos : other.nanos, Math.min(this.wallMillis, other.wallMillis));
	}

}
