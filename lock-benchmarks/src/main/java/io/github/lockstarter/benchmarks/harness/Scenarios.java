package io.github.lockstarter.benchmarks.harness;

import java.util.List;

import io.github.lockstarter.benchmarks.Suits;

/**
 * All scenarios.
 */
public final class Scenarios {

	private static final List<Suits> WAITING = List.of(Suits.EVERYTHING);

	private static final List<Suits> UNCONTENDED = List.of(Suits.EVERYTHING, Suits.UNCONTENDED);

	private static final List<Scenario> ALL = List.of(
			new Scenario("uncontended", "A lock that nobody else wants", UNCONTENDED,
					List.of(Point.loop("1 thread", 1, 1, 1))),
			new Scenario("hot-one-jvm", "One hot lock in one JVM", WAITING,
					List.of(Point.loop("16 threads", 1, 16, 1))),
			new Scenario("hot-four-jvms", "One hot lock over four JVMs", WAITING,
					List.of(Point.loop("4 × 4 threads", 4, 4, 1))));

	private Scenarios() {
	}

	/**
	 * All of them.
	 * @return the scenarios, in the order of the report
	 */
	public static List<Scenario> all() {
		return ALL;
	}

}
