package io.github.lockstarter.faults.workload;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What each child JVM runs, alone or beside other plans.
 *
 * @param kind the kind of lock
 * @param workload what is done under it
 * @param threads how many threads a child has
 * @param locks how many locks they use, one each
 * @param lease the lease
 * @param windowMillis how long a lock is held, in milliseconds
 */
public record WorkloadPlan(LockKind kind, Workload workload, int threads, int locks, Duration lease,
		long windowMillis) {

	/**
	 * Each kind of lock of this project and each use of it.
	 * @param lease the lease
	 * @return plans for the same child JVMs
	 */
	public static List<WorkloadPlan> ofAllKinds(Duration lease) {
		return List.of(new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, lease, 10),
				new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REENTRY, 2, 1, lease, 100),
				new WorkloadPlan(LockKind.FAIR, Workload.REGISTERS, 2, 1, lease, 50),
				new WorkloadPlan(LockKind.STAGES, Workload.PIPELINES, 2, 1, lease, 50),
				new WorkloadPlan(LockKind.READERS, Workload.SHARES, 3, 1, lease, 200),
				new WorkloadPlan(LockKind.PERMITS, Workload.SHARES, 3, 1, lease, 200));
	}

	/**
	 * The lock that a thread uses. In a Cluster, the locks of all plans are on the same
	 * node, so that a fault of it affects all.
	 * @param thread the number of the thread
	 * @return its key
	 */
	public String key(int thread) {
		return "{faults}:" + this.kind + ":" + this.workload + ":" + thread % this.locks;
	}

	public Set<String> keys() {
		return IntStream.range(0, this.locks).mapToObj(this::key).collect(Collectors.toSet());
	}

	public WorkloadPlan with(LockKind other) {
		return new WorkloadPlan(other, this.workload, this.threads, this.locks, this.lease, this.windowMillis);
	}

	public WorkloadPlan withThreads(int number) {
		return new WorkloadPlan(this.kind, this.workload, number, this.locks, this.lease, this.windowMillis);
	}

	/**
	 * Plans as one argument of a child JVM.
	 * @param plans what it runs at the same time
	 * @return the argument
	 */
	public static String arguments(List<WorkloadPlan> plans) {
		return plans.stream().map(WorkloadPlan::arguments).collect(Collectors.joining(";"));
	}

	public String arguments() {
		return String.join(",", this.kind.name(), this.workload.name(), String.valueOf(this.threads),
				String.valueOf(this.locks), String.valueOf(this.lease.toMillis()), String.valueOf(this.windowMillis));
	}

	static List<WorkloadPlan> parseAll(String arguments) {
		return Stream.of(arguments.split(";")).map(WorkloadPlan::parse).toList();
	}

	private static WorkloadPlan parse(String arguments) {
		String[] parts = arguments.split(",");
		return new WorkloadPlan(LockKind.valueOf(parts[0]), Workload.valueOf(parts[1]), Integer.parseInt(parts[2]),
				Integer.parseInt(parts[3]), Duration.ofMillis(Long.parseLong(parts[4])), Long.parseLong(parts[5]));
	}

}
