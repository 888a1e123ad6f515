package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Store;
import io.github.lockstarter.benchmarks.Trait;
import io.github.lockstarter.benchmarks.worker.Load;
import io.github.lockstarter.benchmarks.worker.WorkerResult;

/**
 * All scenarios.
 */
public final class Scenarios {

	private static final Set<Trait> WAITS = Set.of(Trait.LEASES, Trait.WAITS);

	private static final Duration GIVES_UP = Duration.ofSeconds(2);

	private static final Scenario UNCONTENDED = new Scenario("uncontended", "A lock that nobody else wants",
			"One thread takes and releases one lock.", Set.of(Trait.LEASES),
			List.of(Metrics.PAIR, Metrics.COMMANDS, Metrics.CALLS, Metrics.BYTES, Metrics.CPU, Metrics.CLIENT_CPU,
					Metrics.ALLOCATED, Metrics.P50, Metrics.P99),
			List.of(Point.free(1)));

	private static final Scenario FREE = new Scenario("free", "Locks that nobody else wants, and many threads",
			"Each thread of one JVM takes and releases a lock of its own.", Set.of(Trait.LEASES),
			List.of(Metrics.THROUGHPUT, Metrics.PER_CORE, Metrics.CPU, Metrics.CLIENT_CPU, Metrics.ALLOCATED,
					Metrics.COMMANDS, Metrics.CALLS, Metrics.BYTES, Metrics.P50, Metrics.P99),
			IntStream.of(16, 64).mapToObj(Point::free).toList());

	private static final Scenario REENTRY = new Scenario("re-entry", "Re-entry",
			"One thread that holds the lock takes and releases it again.", Set.of(Trait.REENTERS),
			List.of(Metrics.PAIR, Metrics.COMMANDS), List.of(Point.of(Load.REENTRY, "1 thread", 1, 1)));

	private static final Scenario HOT_ONE_JVM = new Scenario("hot-one-jvm", "One hot lock in one JVM",
			"16 threads of one JVM take and release one lock, and do nothing under it.", WAITS,
			List.of(Metrics.THROUGHPUT, Metrics.COMMANDS, Metrics.CALLS, Metrics.BYTES, Metrics.CPU, Metrics.P50,
					Metrics.P99),
			List.of(Point.of(Load.LOOP, "16 threads", 1, 16)));

	private static final Scenario HOT_FOUR_JVMS = new Scenario("hot-four-jvms", "One hot lock over four JVMs",
			"The same with four threads in each of four JVMs.", WAITS, List.of(Metrics.THROUGHPUT, Metrics.JAIN,
					Metrics.COMMANDS, Metrics.BYTES, Metrics.CPU, Metrics.P50, Metrics.P99),
			List.of(Point.of(Load.LOOP, "4 JVMs × 4 threads", 4, 4)));

	private static final Scenario HAND_OVER = new Scenario("hand-over", "From one JVM to another",
			"From the release in one JVM to the acquisition in another that waits already, for 2 to 22 ms.",
			Set.of(Trait.WAITS), List.of(Metrics.P50, Metrics.P95, Metrics.P99, Metrics.MAX),
			List.of(Point.of(Load.HAND_OVER, "2 JVMs × 1 thread", 2, 1)));

	private static final Scenario SECTIONS = new Scenario("sections",
			"Callers that work under one lock and give up after two seconds",
			"Half of the threads in each of two JVMs. A caller that has waited for two seconds goes without.", WAITS,
			List.of(Metrics.THROUGHPUT, Metrics.OBTAINED, Metrics.MIN, Metrics.MEAN, Metrics.P50, Metrics.P95,
					Metrics.P99, Metrics.MAX),
			sections(1, 10));

	private static final Scenario KEYS = new Scenario("keys", "More than one lock",
			"Two JVMs with eight threads each; each takes one of the locks at random.", WAITS,
			List.of(Metrics.THROUGHPUT, Metrics.P50, Metrics.P99),
			IntStream.of(1, 4, 16, 64).mapToObj((keys) -> Point.keys(keys, 2, 8)).toList());

	private static final Scenario JVMS = new Scenario("jvms", "More JVMs", "One hot lock and four threads in each JVM.",
			WAITS, List.of(Metrics.THROUGHPUT, Metrics.JAIN, Metrics.P50, Metrics.P99),
			IntStream.of(1, 2, 4, 8).mapToObj((jvms) -> Point.of(Load.LOOP, "JVMs: " + jvms, jvms, 4)).toList());

	private static final Scenario WAITING = new Scenario("waiting", "Threads that wait",
			"One JVM holds a lock, the threads of another wait for it.", WAITS,
			List.of(Metrics.COMMANDS_PER_SECOND, WorkerResult.HEAP_PER_WAITER),
			IntStream.of(100, 300)
				.mapToObj((threads) -> Point.of(Load.WAITING, threads + " threads", 2, threads))
				.toList());

	private static final Scenario HELD = new Scenario("held", "10,000 held locks",
			"One thread takes them and holds them for longer than their lease; then another JVM tries to take each.",
			Set.of(Trait.LEASES, Trait.RENEWS), List.of(WorkerResult.LOST, Metrics.COMMANDS_PER_SECOND,
					WorkerResult.MORE_THREADS, WorkerResult.HEAP_PER_LOCK),
			List.of(Point.held(10_000)));

	private static final Scenario READS = new Scenario("reads", "A hot lock that is nearly always read",
			"16 threads take and release one lock, and do nothing under it: 99 of 100 times to read, once to write.",
			Set.of(Trait.LEASES, Trait.WAITS, Trait.READS),
			List.of(Metrics.READS, Metrics.WRITES, Metrics.WRITER_P50, Metrics.WRITER_P99, Metrics.P50, Metrics.P99,
					Metrics.COMMANDS_PER_SECOND, Metrics.CPU, Metrics.JAIN),
			List.of(Point.of(Load.READS, "1 JVM × 16 threads", 1, 16),
					Point.of(Load.READS, "4 JVMs × 4 threads", 4, 4)));

	private static final Scenario PERMITS = new Scenario("permits", "Five permits for fifty threads",
			"25 threads in each of two JVMs take and release one of five permits.",
			Set.of(Trait.LEASES, Trait.WAITS, Trait.PERMITS),
			List.of(Metrics.THROUGHPUT, Metrics.P50, Metrics.P99, Metrics.COMMANDS, Metrics.CALLS, Metrics.CPU,
					Metrics.JAIN),
			IntStream.of(0, 1).mapToObj((millis) -> Point.permits(Duration.ofMillis(millis), 2, 25)).toList());

	private static final Scenario MANY_KEYS = new Scenario("many-keys", "A thousand locks that nobody else wants",
			"One thread takes and releases all of them together.", Set.of(Trait.LEASES, Trait.TOGETHER),
			List.of(Metrics.PAIR, Metrics.COMMANDS, Metrics.CALLS, Metrics.BYTES, Metrics.CPU),
			List.of(Point.together(1000)));

	private static final Scenario REPLICA_FREE = new Scenario("replica-free",
			"Acknowledgements of a replica: locks that nobody else wants",
			"Each thread of one JVM takes and releases a lock of its own, on a server without a replica, on one with a"
					+ " replica, and on one whose replica must acknowledge each lock.",
			Set.of(Trait.LEASES), List.of(Metrics.THROUGHPUT, Metrics.PAIR, Metrics.COMMANDS, Metrics.CALLS,
					Metrics.BYTES, Metrics.CPU, Metrics.CLIENT_CPU, Metrics.P50, Metrics.P99),
			IntStream.of(1, 16).mapToObj(Point::free).toList());

	private static final Scenario REPLICA_HOT = new Scenario("replica-hot",
			"Acknowledgements of a replica: one hot lock over four JVMs",
			"Four threads in each of four JVMs take and release one lock, and do nothing under it.", WAITS,
			HOT_FOUR_JVMS.metrics(), HOT_FOUR_JVMS.points());

	private static final Scenario REPLICA_HAND_OVER = new Scenario("replica-hand-over",
			"Acknowledgements of a replica: from one JVM to another", HAND_OVER.note(), Set.of(Trait.WAITS),
			HAND_OVER.metrics(), HAND_OVER.points());

	private static final Scenario QUORUM_FREE = new Scenario("quorum-free",
			"A quorum: locks that nobody else wants, beside one server",
			"Each thread of one JVM takes and releases a lock of its own. Commands, bytes and processor time are those of all"
					+ " servers together, which share the processors here.",
			Set.of(Trait.LEASES), List.of(Metrics.THROUGHPUT, Metrics.PAIR, Metrics.COMMANDS, Metrics.CALLS,
					Metrics.BYTES, Metrics.CPU, Metrics.CLIENT_CPU, Metrics.P50, Metrics.P99),
			IntStream.of(1, 16).mapToObj(Point::free).toList());

	private static final Scenario JDBC_FREE = new Scenario("jdbc-free", "PostgreSQL: locks that nobody else wants",
			"Each thread of one JVM takes and releases a lock of its own.", Set.of(Trait.LEASES),
			List.of(Metrics.THROUGHPUT, Metrics.PAIR, Metrics.COMMITS, Metrics.WRITTEN, Metrics.DATABASE_CPU,
					Metrics.CLIENT_CPU, Metrics.P50, Metrics.P99),
			IntStream.of(1, 16).mapToObj(Point::free).map(Point::uncounted).toList());

	private static final Scenario JDBC_HOT = new Scenario("jdbc-hot", "PostgreSQL: one hot lock",
			"Eight threads take and release one lock, and do nothing under it.", WAITS,
			List.of(Metrics.THROUGHPUT, Metrics.JAIN, Metrics.COMMITS, Metrics.WRITTEN, Metrics.DATABASE_CPU,
					Metrics.P50, Metrics.P99),
			List.of(Point.of(Load.LOOP, "1 JVM × 8 threads", 1, 8).uncounted(),
					Point.of(Load.LOOP, "2 JVMs × 4 threads", 2, 4).uncounted()));

	private static final Scenario JDBC_HAND_OVER = new Scenario("jdbc-hand-over", "PostgreSQL: from one JVM to another",
			HAND_OVER.note(), Set.of(Trait.WAITS), HAND_OVER.metrics(), HAND_OVER.points());

	private static final Set<Store> ON_REDIS = Set.of(Store.REDIS);

	private static final List<String> ALL_ON_REDIS = Contenders.names(Store.REDIS);

	private static final List<String> COMPARED_UNDER_LOAD = List.of(Contenders.FLOOR, "lock-starter", "redisson",
			"spring-integration-spin", "spring-integration-pubsub");

	private static final List<Suite> SUITES = List.of(
			new Suite(List.of(UNCONTENDED, REENTRY, HOT_ONE_JVM, HOT_FOUR_JVMS, HAND_OVER), ON_REDIS, ALL_ON_REDIS,
					true, 1),
			new Suite(List.of(FREE), ON_REDIS,
					List.of(Contenders.FLOOR, "lock-starter", "redisson", "spring-integration-spin",
							"spring-integration-pubsub", "lock4j", "shedlock", "shedlock-safe"),
					false, 1),
			new Suite(List.of(KEYS), ON_REDIS, COMPARED_UNDER_LOAD, false, 1),
			new Suite(List.of(SECTIONS, JVMS, WAITING), ON_REDIS, COMPARED_UNDER_LOAD, false, 3),
			new Suite(List.of(READS, PERMITS, MANY_KEYS), ON_REDIS, List.of("lock-starter", "redisson"), false, 1),
			new Suite(List.of(HELD), ON_REDIS, List.of("lock-starter", "redisson"), false, Integer.MAX_VALUE),
			new Suite(List.of(REPLICA_FREE, REPLICA_HOT, REPLICA_HAND_OVER),
					EnumSet.of(Store.REDIS, Store.REDIS_WITH_REPLICA),
					List.of("lock-starter", "lock-starter-replica", "lock-starter-replica-acks"), false, 1),
			new Suite(List.of(QUORUM_FREE), EnumSet.of(Store.REDIS, Store.QUORUM_OF_THREE, Store.QUORUM_OF_FIVE),
					List.of("lock-starter", "lock-starter-quorum-3", "lock-starter-quorum-5"), false, 1),
			new Suite(List.of(JDBC_FREE, JDBC_HOT, JDBC_HAND_OVER), Set.of(Store.POSTGRESQL),
					Contenders.names(Store.POSTGRESQL), false, 1));

	private Scenarios() {
	}

	private static List<Point> sections(int... millis) {
		List<Point> points = new ArrayList<>();
		for (int duration : millis) {
			for (int threads : List.of(10, 50, 100, 200, 500)) {
				points.add(Point.section(Duration.ofMillis(duration), GIVES_UP, 2, threads / 2));
			}
		}
		return points;
	}

	static List<Suite> suites() {
		return SUITES;
	}

	/**
	 * All of them.
	 * @return the scenarios, in the order of the report
	 */
	public static List<Scenario> all() {
		return SUITES.stream().flatMap((suite) -> suite.scenarios().stream()).toList();
	}

}
