package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.LocalHandover;

/**
 * Properties of the hand-over inside a JVM.
 */
final class LocalHandoverProperties {

	private static final String PREFIX = "distributed-lock.local-handover.";

	private static final int MOST_PASSES = 10_000;

	private static final Duration LONGEST_TIME = Duration.ofMinutes(1);

	/**
	 * Number of times that a lock passes from thread to thread of this JVM, without
	 * Redis, before other JVMs get their turn; 0 switches this off.
	 */
	private int maxPasses = 1024;

	/**
	 * Time for which a lock may pass from thread to thread after this JVM acquired it.
	 */
	private Duration maxTime = Duration.ofMillis(20);

	public int getMaxPasses() {
		return this.maxPasses;
	}

	public void setMaxPasses(int maxPasses) {
		this.maxPasses = maxPasses;
	}

	public Duration getMaxTime() {
		return this.maxTime;
	}

	public void setMaxTime(Duration maxTime) {
		this.maxTime = maxTime;
	}

	LocalHandover map() {
		if (this.maxPasses < 0 || this.maxPasses > MOST_PASSES) {
			throw LockConfigurationException.property(PREFIX + "max-passes", Integer.toString(this.maxPasses),
					"it has to be from 0 to " + MOST_PASSES,
					"Set it to 0 to never pass a lock on inside the JVM, or leave it out.");
		}
		if (this.maxTime.isNegative() || this.maxTime.compareTo(LONGEST_TIME) > 0) {
			throw LockConfigurationException.property(PREFIX + "max-time", LockSettingsMapper.text(this.maxTime),
					"it has to be from 0 to 60s", "Set it to a duration like '20ms'; other JVMs wait that long.");
		}
		return new LocalHandover(this.maxPasses, this.maxTime);
	}

}
