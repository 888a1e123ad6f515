package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

import io.github.lockstarter.benchmarks.worker.Load;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a scenario measures.
 *
 * @param label what it differs in from the scenario's other points
 * @param load what kind of work
 * @param jvms how many workers
 * @param threads how many threads in each
 * @param keys how many locks
 * @param section how long a lock is held
 * @param waitTime how long to wait for a lock
 * @param counting when commands are counted
 * @param timing how long it takes, if not as long as is chosen
 */
record Point(String label, Load load, int jvms, int threads, int keys, Duration section, Duration waitTime,
		Counting counting, @Nullable Timing timing) {

	private static final Duration COUNTED = Duration.ofMillis(450);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration TO_TAKE_ALL = Duration.ofSeconds(20);

	private static final Duration LONGER_THAN_LEASE = Duration.ofSeconds(33);

	static Point of(Load load, String label, int jvms, int threads) {
		Counting counting = switch (load) {
			case LOOP, OWN, REENTRY, TOGETHER, READS, PERMITS -> Counting.AFTER;
			case HAND_OVER -> Counting.NEVER;
			case WAITING, HELD -> Counting.DURING;
		};
		return new Point(label, load, jvms, threads, 1, Duration.ZERO, PATIENCE, counting, null);
	}

	/** Locks that nobody else wants, one for each thread. */
	static Point free(int threads) {
		return new Point(threads + ((threads > 1) ? " threads" : " thread"), Load.OWN, 1, threads, threads,
				Duration.ZERO, PATIENCE, Counting.AFTER, null);
	}

	/** The same without counting commands. */
	Point uncounted() {
		return new Point(this.label, this.load, this.jvms, this.threads, this.keys, this.section, this.waitTime,
				Counting.NEVER, this.timing);
	}

	/** Locks of which each thread takes one at random. */
	static Point keys(int keys, int jvms, int threads) {
		return new Point(keys + ((keys > 1) ? " keys" : " key"), Load.LOOP, jvms, threads, keys, Duration.ZERO,
				PATIENCE, Counting.NEVER, null);
	}

	/** Locks that one thread takes together, and nobody else wants. */
	static Point together(int keys) {
		return new Point(keys + " keys", Load.TOGETHER, 1, 1, keys, Duration.ZERO, PATIENCE, Counting.AFTER, null);
	}

	/** A lock that is held for a while each time, with callers that give up. */
	static Point section(Duration section, Duration waitTime, int jvms, int threads) {
		return new Point(jvms * threads + " threads × " + section.toMillis() + " ms", Load.LOOP, jvms, threads, 1,
				section, waitTime, Counting.NEVER, null);
	}

	/** A lock with five permits. */
	static Point permits(Duration section, int jvms, int threads) {
		return new Point(jvms * threads + " threads × " + section.toMillis() + " ms", Load.PERMITS, jvms, threads, 1,
				section, PATIENCE, Counting.AFTER, null);
	}

	/** Locks that are held for longer than their lease. */
	static Point held(int keys) {
		Timing timing = new Timing(TO_TAKE_ALL, LONGER_THAN_LEASE, TO_TAKE_ALL);
		return new Point(keys + " locks", Load.HELD, 2, 1, keys, Duration.ZERO, PATIENCE, Counting.DURING, timing);
	}

	/** Whether it can't be measured in slices, since what is measured has to last. */
	boolean inOneGo() {
		return this.counting == Counting.DURING;
	}

	/**
	 * Steps of its measurement.
	 * @param options how long to measure, and to warm up before each slice
	 * @param warmUp how long to warm up if it is measured in one go
	 * @return the slices, one after the other
	 */
	Queue<Timing> slices(Options options, Duration warmUp) {
		if (this.timing != null) {
			return new ArrayDeque<>(List.of(this.timing));
		}
		Duration total = options.window().multipliedBy(windows());
		if (inOneGo()) {
			return new ArrayDeque<>(List.of(new Timing(options.warmUp().plus(warmUp), total, Duration.ZERO)));
		}
		int count = windows() * (isFast() ? 3 : 1);
		Timing slice = new Timing(settling(options), total.dividedBy(count), Duration.ZERO);
		Queue<Timing> slices = new ArrayDeque<>(Collections.nCopies(count - 1, slice));
		slices.add(new Timing(slice.warmUp(), slice.window(),
				(this.counting == Counting.AFTER) ? counted() : Duration.ZERO));
		return slices;
	}

	/**
	 * Free locks and locks that are seldom contended. How fast they are depends on which
	 * processors a slice's threads come to, so that a contender needs many slices.
	 */
	boolean isFast() {
		return this.load == Load.OWN || (this.load == Load.LOOP && this.keys > 1);
	}

	/** Callers that give up make a queue of the usual length only when the first do. */
	private Duration settling(Options options) {
		return this.waitTime.equals(PATIENCE) ? options.warmUp() : options.warmUp().plus(this.waitTime);
	}

	private Duration counted() {
		return COUNTED.multipliedBy((this.load == Load.TOGETHER) ? windows() : 1);
	}

	/**
	 * Time of its measurement: longer for events that are rare, and for values that
	 * differ by little.
	 */
	private int windows() {
		return switch (this.load) {
			case REENTRY, HELD, PERMITS -> 1;
			case LOOP, READS -> 3;
			case OWN, WAITING, TOGETHER -> 5;
			case HAND_OVER -> 10;
		};
	}

}
