package io.github.lockstarter.endurance;

import java.lang.management.ManagementFactory;

import io.github.lockstarter.testing.LiveThreads;

/**
 * What a JVM needs while it rests.
 *
 * @param heap live objects, in bytes
 * @param threads how many threads there are
 * @param lockThreads how many of them are the lock client's
 */
record Vitals(long heap, long threads, long lockThreads) {

	static Vitals now() {
		// the second collection finds what cleaners have let go after the first
		System.gc();
		System.gc();
		return new Vitals(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
				ManagementFactory.getThreadMXBean().getThreadCount(), LiveThreads.ofLocks().size());
	}

	static Vitals parse(String text) {
		String[] words = text.split(" ");
		return new Vitals(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
	}

	@Override
	public String toString() {
		return this.heap + " " + this.threads + " " + this.lockThreads;
	}

}
