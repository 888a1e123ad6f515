package io.github.lockstarter.benchmarks.worker;

/**
 * Kinds of work.
 */
public enum Load {

	/** Threads take and release locks in a loop. */
	LOOP,

	/** The same, each thread with a lock of its own. */
	OWN,

	/** The same, under the lock already. */
	REENTRY,

	/** The same, each time all locks together. */
	TOGETHER,

	/** Two workers pass one lock to and fro. */
	HAND_OVER,

	/** The first worker holds a lock, and the threads of the others wait for it. */
	WAITING,

	/** The first worker holds many locks, and the others look whether they are lost. */
	HELD,

	/** Threads share one lock: nearly all of them read, and some write. */
	READS,

	/** Threads share one lock: each takes one of its permits. */
	PERMITS

}
