package io.github.lockstarter.benchmarks.reliability.trial;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.reliability.worker.Assignment;
import io.github.lockstarter.benchmarks.reliability.worker.Call;
import io.github.lockstarter.benchmarks.reliability.worker.Call.Outcome;

/**
 * The figures of a trial, by name. What there is none of is {@code NaN}, and what never
 * came is infinite.
 */
public final class Figures {

	/** Number of holds. */
	public static final String HOLDS = "holds";

	/** Holds that began while another holder of the lock was told that it has it. */
	public static final String VIOLATIONS = "violations";

	/** Updates of the plain register that others have overwritten unread. */
	public static final String LOST_PLAIN = "lost plain";

	/** Writes of the fenced register. */
	public static final String LOST_FENCED = "lost fenced";

	/** Seconds from the end of the fault until each worker has had each lock again. */
	public static final String BACK = "back after s";

	/**
	 * The longest time in seconds, from the fault on, in which a lock was not held by
	 * anybody who was told so.
	 */
	public static final String CLOSED = "longest closed s";

	/** Calls that ended more than a second after their wait time. */
	public static final String LATE = "late calls";

	/** By how many seconds the worst of them was late. */
	public static final String WORST = "worst late by s";

	/** Calls without the lock while something was wrong. */
	public static final String REFUSED = "refused under the fault";

	/** Calls without the lock while nothing was wrong. */
	public static final String WRONGLY_REFUSED = "wrong refusals";

	/** Keys that are left in Redis. */
	public static final String LEFTOVERS = "leftovers";

	/** Threads that did not come back. */
	public static final String STUCK = "stuck threads";

	private static final double SECOND = 1e9;

	private final List<Call> calls;

	private final Timeline timeline;

	Figures(List<Call> calls, Timeline timeline) {
		this.calls = calls;
		this.timeline = timeline;
	}

	Map<String, Double> all(Pace pace) {
		Map<String, Double> figures = new LinkedHashMap<>();
		figures.put(HOLDS, (double) holds().count());
		figures.put(VIOLATIONS, (double) IntStream.range(0, Assignment.KEYS).mapToLong(this::violations).sum());
		figures.put(LOST_PLAIN, (double) lost(Call::plain));
		figures.put(LOST_FENCED, holds().anyMatch((call) -> call.token() > 0) ? lost(Call::fenced) : Double.NaN);
		double back = back(this.calls, this.timeline.ended(), this.timeline.alive());
		figures.put(BACK, (back <= seconds(pace.patience().toNanos())) ? back : Double.POSITIVE_INFINITY);
		figures.put(CLOSED, IntStream.range(0, Assignment.KEYS).mapToDouble(this::closed).max().orElseThrow());
		double[] late = lateBy();
		figures.put(LATE, (double) late.length);
		figures.put(WORST, (late.length > 0) ? late[late.length - 1] : Double.NaN);
		long graceEnds = this.timeline.ended() + pace.grace().toNanos();
		long refused = refused().count();
		long wrong = refused()
			.filter((call) -> call.returned() - this.timeline.struck() < 0 || call.asked() - graceEnds > 0)
			.count();
		figures.put(REFUSED, (double) (refused - wrong));
		figures.put(WRONGLY_REFUSED, (double) wrong);
		return figures;
	}

	private Stream<Call> holds() {
		return this.calls.stream().filter(Call::held);
	}

	private long violations(int key) {
		long violations = 0;
		List<Call> earlier = new ArrayList<>();
		for (Call hold : holds().filter((call) -> call.key() == key)
			.sorted(Comparator.comparingLong(Call::returned))
			.toList()) {
			earlier.removeIf((other) -> other.lastValid() - hold.returned() <= 0);
			violations += earlier.isEmpty() ? 0 : 1;
			earlier.add(hold);
		}
		return violations;
	}

	/** Each update adds one to what it has read, so a value is written once. */
	private long lost(ToLongFunction<Call> written) {
		return IntStream.range(0, Assignment.KEYS).mapToLong((key) -> {
			long[] values = this.calls.stream()
				.filter((call) -> call.key() == key)
				.mapToLong(written)
				.filter((value) -> value > 0)
				.toArray();
			return values.length - LongStream.of(values).distinct().count();
		}).sum();
	}

	/** All keys are wanted all the time, by several threads of each worker. */
	private double closed(int key) {
		long free = this.timeline.struck();
		long longest = 0;
		for (Call hold : holds().filter((call) -> call.key() == key)
			.sorted(Comparator.comparingLong(Call::returned))
			.toList()) {
			longest = Math.max(longest, hold.returned() - free);
			free = Math.max(free, hold.lastValid());
		}
		long end = this.calls.stream().mapToLong(Call::returned).max().orElse(free);
		return seconds(Math.max(longest, end - free));
	}

	/** Time until each of these workers has had each lock again; infinite if not yet. */
	static double back(List<Call> calls, long ended, Iterable<Integer> workers) {
		double slowest = 0;
		for (int worker : workers) {
			for (int key = 0; key < Assignment.KEYS; key++) {
				slowest = Math.max(slowest, first(calls, ended, worker, key).orElse(Double.POSITIVE_INFINITY));
			}
		}
		return slowest;
	}

	private static OptionalDouble first(List<Call> calls, long ended, int worker, int key) {
		return calls.stream()
			.filter((call) -> call.held() && call.worker() == worker && call.key() == key)
			.filter((call) -> call.returned() - ended >= 0)
			.mapToDouble((call) -> seconds(call.returned() - ended))
			.min();
	}

	/** A JVM that stands still can't come back in time. */
	private double[] lateBy() {
		return calmOnes()
			.filter((call) -> !this.timeline.frozen().contains(call.worker())
					|| call.asked() - this.timeline.ended() > 0 || call.returned() - this.timeline.struck() < 0)
			.mapToDouble((call) -> seconds(call.returned() - call.asked() - Assignment.WAIT.toNanos()))
			.filter((late) -> late > 1)
			.sorted()
			.toArray();
	}

	private Stream<Call> calmOnes() {
		return this.calls.stream().filter((call) -> call.asked() - this.timeline.calm() > 0);
	}

	private Stream<Call> refused() {
		return calmOnes().filter((call) -> call.outcome() != Outcome.HELD);
	}

	private static double seconds(long nanos) {
		return nanos / SECOND;
	}

}
