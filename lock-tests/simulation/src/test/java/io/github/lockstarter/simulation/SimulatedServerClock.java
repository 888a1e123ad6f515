package io.github.lockstarter.simulation;

/**
 * The wall clock of a server: by how much it is ahead of the others, how fast it goes,
 * and who sets it.
 */
final class SimulatedServerClock {

	/** 2026-01-01. */
	private static final long EPOCH_MICROS = 1_767_225_600_000_000L;

	private final SimulatedTime time;

	private final double rate;

	private long aheadMicros;

	SimulatedServerClock(SimulatedTime time, long aheadMicros, double rate) {
		this.time = time;
		this.aheadMicros = aheadMicros;
		this.rate = rate;
	}

	long micros() {
		return EPOCH_MICROS + this.aheadMicros + (long) (this.time.now() / SimulatedTime.MICROSECOND * this.rate);
	}

	/** Somebody sets it. */
	void step(long micros) {
		this.aheadMicros += micros;
	}

}
