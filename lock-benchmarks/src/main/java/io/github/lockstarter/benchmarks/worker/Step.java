package io.github.lockstarter.benchmarks.worker;

import java.nio.file.Path;
import java.time.Duration;

/**
 * One thing for a worker to do. Moments are those of {@link System#nanoTime()}, which all
 * JVMs of a Linux machine read from the same clock.
 *
 * @param load what kind of work
 * @param key what the keys of the locks begin with
 * @param keys how many locks
 * @param threads how many threads in this JVM
 * @param section how long a lock is held
 * @param waitTime how long to wait for a lock
 * @param file the {@link SharedMemory} of all workers
 * @param worker the number of this worker
 * @param from when to begin to measure; until then it warms up
 * @param to when to end measuring
 * @param until when to end the work
 */
public record Step(Load load, String key, int keys, int threads, Duration section, Duration waitTime, Path file,
		int worker, long from, long to, long until) {

	/**
	 * Write it in one line.
	 * @return the line
	 */
	public String line() {
		return String.join("\t", this.load.name(), this.key, String.valueOf(this.keys), String.valueOf(this.threads),
				this.section.toString(), this.waitTime.toString(), this.file.toString(), String.valueOf(this.worker),
				String.valueOf(this.from), String.valueOf(this.to), String.valueOf(this.until));
	}

	static Step parse(String line) {
		String[] fields = line.split("\t", -1);
		return new Step(Load.valueOf(fields[0]), fields[1], Integer.parseInt(fields[2]), Integer.parseInt(fields[3]),
				Duration.parse(fields[4]), Duration.parse(fields[5]), Path.of(fields[6]), Integer.parseInt(fields[7]),
				Long.parseLong(fields[8]), Long.parseLong(fields[9]), Long.parseLong(fields[10]));
	}

	/**
	 * Moment to begin to count commands after the measurement. Until then whoever counts
	 * them gets ready.
	 * @param to when measuring ended
	 * @param until when the work ends
	 * @return the moment
	 */
	public static long countedFrom(long to, long until) {
		return to + (until - to) / 3;
	}

	/** Work under a lock. */
	void work() {
		if (!this.section.isZero()) {
			Moments.await(System.nanoTime() + this.section.toNanos());
		}
	}

	boolean measures(long moment) {
		return moment - this.from >= 0 && moment - this.to < 0;
	}

	boolean counts(long moment) {
		return moment - countedFrom(this.to, this.until) >= 0 && moment - this.until < 0;
	}

}
