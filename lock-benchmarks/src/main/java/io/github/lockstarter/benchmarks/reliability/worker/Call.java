package io.github.lockstarter.benchmarks.reliability.worker;

import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One call for a lock, and the hold that followed if it was granted. Moments are those of
 * {@link System#nanoTime()}, which all JVMs of a Linux machine read from the same clock.
 *
 * @param worker the number of the worker
 * @param key the number of the lock
 * @param outcome how the call ended
 * @param asked when it began
 * @param returned when it ended, and the hold began
 * @param lastValid the last moment at which the holder asked and was told that the lock
 * was held; before {@code returned} if never
 * @param left when the hold ended, and its release began
 * @param token the fencing token, or 0
 * @param plain what was written into the plain register, or 0
 * @param fenced what was written into the fenced register, or 0
 */
public record Call(int worker, int key, Outcome outcome, long asked, long returned, long lastValid, long left,
		long token, long plain, long fenced) {

	/**
	 * A call that did not get the lock.
	 * @param worker the number of the worker
	 * @param key the number of the lock
	 * @param outcome how it ended
	 * @param asked when it began
	 * @param returned when it ended
	 * @return the call
	 */
	public static Call without(int worker, int key, Outcome outcome, long asked, long returned) {
		return new Call(worker, key, outcome, asked, returned, 0, 0, 0, 0, 0);
	}

	/**
	 * Whether the lock was had: it was granted, and still held when its holder looked.
	 * @return whether it was
	 */
	public boolean held() {
		return this.outcome == Outcome.HELD && this.lastValid - this.returned >= 0;
	}

	String line() {
		return Stream.concat(Stream.of(this.outcome.name()),
				LongStream
					.of(this.worker, this.key, this.asked, this.returned, this.lastValid, this.left, this.token,
							this.plain, this.fenced)
					.mapToObj(Long::toString))
			.collect(Collectors.joining("\t"));
	}

	static Call parse(String line) {
		String[] fields = line.split("\t", -1);
		long[] numbers = Stream.of(fields).skip(1).mapToLong(Long::parseLong).toArray();
		return new Call((int) numbers[0], (int) numbers[1], Outcome.valueOf(fields[0]), numbers[2], numbers[3],
				numbers[4], numbers[5], numbers[6], numbers[7], numbers[8]);
	}

	/**
	 * Outcome of a call.
	 */
	public enum Outcome {

		/** With the lock. */
		HELD,

		/** Without it, since others held it. */
		REFUSED,

		/** With an exception. */
		FAILED,

		/** Not at all, as long as the trial lasted. */
		UNFINISHED

	}

}
