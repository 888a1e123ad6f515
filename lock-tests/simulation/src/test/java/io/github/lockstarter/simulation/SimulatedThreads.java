package io.github.lockstarter.simulation;

/**
 * What a simulated system grants of threads.
 */
final class SimulatedThreads {

	private final Thread pooled;

	private boolean exhausted;

	SimulatedThreads(String machine) {
		this.pooled = new Thread(machine + "-pool");
	}

	/** From now on there are no threads, or there are again. */
	void setExhausted(boolean exhausted) {
		this.exhausted = exhausted;
	}

	boolean areExhausted() {
		return this.exhausted;
	}

	void start() {
		if (this.exhausted) {
			throw new NoThreadError();
		}
	}

	/** A thread of some pool. */
	Thread next() {
		return this.pooled;
	}

}
