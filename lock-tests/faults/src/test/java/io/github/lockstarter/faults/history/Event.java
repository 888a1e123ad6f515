package io.github.lockstarter.faults.history;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Something that a thread of a child JVM did with a lock, or learnt of it. Times are
 * those of {@link System#nanoTime()}, which on Linux is the system's monotonic clock and
 * so the same for all JVMs of a machine.
 *
 * @param nanos when: before a call is made, after it has returned
 * @param process the process id
 * @param thread the number of the thread
 * @param hold the number of the outermost acquisition in its thread
 * @param depth 1, or more for entering again
 * @param lock the lock's key
 * @param operation what it did
 * @param outcome how that went
 * @param token the fencing token, or 0
 * @param validUntil until when the holder may believe itself valid, or 0
 * @param permits how many permits it uses of a lock that is shared; 0 if it wants the
 * lock alone
 */
public record Event(long nanos, long process, int thread, long hold, int depth, String lock, Operation operation,
		Outcome outcome, long token, long validUntil, int permits) {

	/**
	 * Who holds or asks: one acquisition of one thread of one process.
	 * @return its name
	 */
	public String holder() {
		return this.process + "/" + this.thread + "/" + this.hold;
	}

	boolean is(Operation candidate, Outcome result) {
		return this.operation == candidate && this.outcome == result;
	}

	String line() {
		return Arrays
			.asList(this.nanos, this.process, this.thread, this.hold, this.depth, this.lock, this.operation,
					this.outcome, this.token, this.validUntil, this.permits)
			.stream()
			.map(Object::toString)
			.collect(Collectors.joining(" "));
	}

	static Event parse(String line) {
		String[] parts = line.split(" ");
		return new Event(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]),
				Long.parseLong(parts[3]), Integer.parseInt(parts[4]), parts[5], Operation.valueOf(parts[6]),
				Outcome.valueOf(parts[7]), Long.parseLong(parts[8]), Long.parseLong(parts[9]),
				Integer.parseInt(parts[10]));
	}

	/**
	 * What is done with a lock.
	 */
	public enum Operation {

		ACQUIRE, CHECK, RELEASE

	}

	/**
	 * How it went: not yet known, done, not done, of unknown effect, or found lost.
	 */
	public enum Outcome {

		INVOKE, OK, FAIL, INFO, LOST

	}

}
