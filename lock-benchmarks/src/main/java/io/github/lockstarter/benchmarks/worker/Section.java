package io.github.lockstarter.benchmarks.worker;

import io.github.lockstarter.benchmarks.Contender.Held;

/**
 * A critical section that notices whoever else is inside and should not be.
 */
final class Section {

	private final SharedMemory memory;

	private final int lock;

	/** Anything but zero, and nobody else's. */
	private final long who;

	Section(SharedMemory memory, int lock, long who) {
		this.memory = memory;
		this.lock = lock;
		this.who = who;
	}

	void run(Runnable work, Held held, Tally tally) {
		if (!this.memory.enter(this.lock, this.who)) {
			tally.violated();
		}
		work.run();
		if (!this.memory.leave(this.lock, this.who)) {
			tally.violated();
		}
		held.release();
	}

	/** Beside others, of whom there may be so many. */
	void share(Runnable work, Held held, Tally tally, int most) {
		if (!this.memory.join(this.lock, most)) {
			tally.violated();
		}
		work.run();
		if (!this.memory.part(this.lock)) {
			tally.violated();
		}
		held.release();
	}

}
