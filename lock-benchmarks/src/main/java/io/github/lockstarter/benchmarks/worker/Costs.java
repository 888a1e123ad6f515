package io.github.lockstarter.benchmarks.worker;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

/**
 * Resources that this JVM has used since it was started.
 *
 * @param cpuNanos processor time of all threads
 * @param allocated bytes that the threads that are alive have allocated
 */
record Costs(long cpuNanos, long allocated) {

	private static final double NANOS_PER_MICRO = 1000;

	static Costs now() {
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long[] allocated = threads.getThreadAllocatedBytes(threads.getAllThreadIds());
		return new Costs(system.getProcessCpuTime(), Arrays.stream(allocated).filter((bytes) -> bytes > 0).sum());
	}

	/** Resources that it uses while a step is measured. */
	static Costs during(Step step) {
		Moments.await(step.from());
		Costs before = now();
		Moments.await(step.to());
		return now().since(before);
	}

	Costs since(Costs earlier) {
		return new Costs(this.cpuNanos - earlier.cpuNanos, this.allocated - earlier.allocated);
	}

	Map<String, Double> numbers() {
		return Map.of(WorkerResult.CPU, this.cpuNanos / NANOS_PER_MICRO, WorkerResult.ALLOCATED,
				(double) this.allocated);
	}

}
