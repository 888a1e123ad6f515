package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A machine on which time passes faster or slower, and may leap.
 */
final class ScaledPlatform extends StallProofPlatform {

	private final long startedAt = super.nanoTime();

	private final long startedAtMillis = System.currentTimeMillis();

	private final double speed;

	private volatile long leaptNanos;

	private ScaledPlatform(double speed) {
		this.speed = speed;
	}

	static ScaledPlatform faster(int times) {
		return new ScaledPlatform(times);
	}

	static ScaledPlatform slower(int times) {
		return new ScaledPlatform(1.0 / times);
	}

	/** Let the machine have stood still for a time. */
	void leap(Duration time) {
		this.leaptNanos += time.toNanos();
	}

	/** How long it has been running. */
	Duration age() {
		return Duration.ofNanos(nanoTime());
	}

	@Override
	protected long delay(long nanos) {
		return (long) (nanos / this.speed);
	}

	@Override
	public long nanoTime() {
		return (long) ((super.nanoTime() - this.startedAt) * this.speed) + this.leaptNanos;
	}

	@Override
	public long currentTimeMillis() {
		return this.startedAtMillis + TimeUnit.NANOSECONDS.toMillis(nanoTime());
	}

}
