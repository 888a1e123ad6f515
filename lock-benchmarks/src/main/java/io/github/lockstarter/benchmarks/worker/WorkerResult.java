package io.github.lockstarter.benchmarks.worker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Work of a worker in a step.
 *
 * @param tally what it counted
 * @param numbers what else it measured, by name
 * @param compiling for how long its JVM compiled during the step, in milliseconds; the
 * sum of its compiling threads
 */
public record WorkerResult(Tally tally, Map<String, Double> numbers, long compiling) {

	/** Heap for each thread that waits. */
	public static final String HEAP_PER_WAITER = "heap bytes/waiter";

	/** Heap for each lock that is held. */
	public static final String HEAP_PER_LOCK = "heap bytes/lock";

	/** Threads that were started to hold locks. */
	public static final String MORE_THREADS = "more threads";

	/** Held locks that another could take. */
	public static final String LOST = "locks lost";

	/** Processor time of the JVM while it was measured. */
	public static final String CPU = "client CPU µs";

	/** Bytes that its threads allocated meanwhile. */
	public static final String ALLOCATED = "allocated bytes";

	WorkerResult(Tally tally) {
		this(tally, Map.of());
	}

	WorkerResult(Tally tally, Map<String, Double> numbers) {
		this(tally, numbers, 0);
	}

	WorkerResult compiling(long millis) {
		return new WorkerResult(this.tally, this.numbers, millis);
	}

	/**
	 * Add what the same worker did in another step of the same kind.
	 * @param other what it did then
	 * @return the sum
	 */
	public WorkerResult plus(WorkerResult other) {
		Map<String, Double> sums = new LinkedHashMap<>(this.numbers);
		other.numbers.forEach((name, number) -> sums.merge(name, number, Double::sum));
		return new WorkerResult(Tally.sum(List.of(this.tally, other.tally)), sums, this.compiling + other.compiling);
	}

	/**
	 * Write it in one line.
	 * @return the line
	 */
	public String line() {
		return this.tally.line() + "\t" + this.compiling + "\t"
				+ this.numbers.entrySet()
					.stream()
					.map((number) -> number.getKey() + "=" + number.getValue())
					.collect(Collectors.joining("\t"));
	}

	/**
	 * Read what {@link #line()} wrote.
	 * @param line the line
	 * @return the result
	 */
	public static WorkerResult parse(String line) {
		String[] fields = line.split("\t", -1);
		Map<String, Double> numbers = new LinkedHashMap<>();
		for (int i = 2; i < fields.length; i++) {
			int equals = fields[i].lastIndexOf('=');
			if (equals > 0) {
				numbers.put(fields[i].substring(0, equals), Double.valueOf(fields[i].substring(equals + 1)));
			}
		}
		return new WorkerResult(Tally.parse(fields[0]), numbers, Long.parseLong(fields[1]));
	}

}
