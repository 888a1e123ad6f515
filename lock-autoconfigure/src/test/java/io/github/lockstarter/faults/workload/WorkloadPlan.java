package io.github.lockstarter.faults.workload;

import java.time.Duration;

/**
 * What each child JVM runs.
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
	 * The lock that a thread uses.
	 * @param thread the number of the thread
	 * @return its key
	 */
	public String key(int thread) {
		return "faults:" + thread % this.locks;
	}

	public WorkloadPlan with(LockKind other) {
		return new WorkloadPlan(other, this.workload, this.threads, this.locks, this.lease, this.windowMillis);
	}

	public WorkloadPlan withThreads(int number) {
		return new WorkloadPlan(this.kind, this.workload, number, this.locks, this.lease, this.windowMillis);
	}

	public String arguments() {
		return String.join(",", this.kind.name(), this.workload.name(), String.valueOf(this.threads),
				String.valueOf(this.locks), String.valueOf(this.lease.toMillis()), String.valueOf(this.windowMillis));
	}

	static WorkloadPlan parse(String arguments) {
		String[] parts = arguments.split(",");
		return new WorkloadPlan(LockKind.valueOf(parts[0]), Workload.valueOf(parts[1]), Integer.parseInt(parts[2]),
				Integer.parseInt(parts[3]), Duration.ofMillis(Long.parseLong(parts[4])), Long.parseLong(parts[5]));
	}

}
