package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;

import io.github.lockstarter.benchmarks.Contender.Held;

/**
 * A lock of a library that does not tell whether it is still held. All that its holder
 * can do is to look at the clock.
 */
final class LeasedHold implements Held {

	private final Runnable release;

	private final Duration lease;

	private final long since = System.nanoTime();

	LeasedHold(Duration lease, Runnable release) {
		this.lease = lease;
		this.release = release;
	}

	@Override
	public boolean isValid() {
		return System.nanoTime() - this.since < this.lease.toNanos();
	}

	@Override
	public void release() {
		this.release.run();
	}

}
