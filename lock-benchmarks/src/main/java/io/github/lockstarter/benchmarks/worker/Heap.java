package io.github.lockstarter.benchmarks.worker;

import java.lang.management.ManagementFactory;

/**
 * The heap that is in use once the garbage is gone.
 */
final class Heap {

	private static final int COLLECTIONS = 3;

	private Heap() {
	}

	static long used() {
		for (int i = 0; i < COLLECTIONS; i++) {
			System.gc();
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

}
