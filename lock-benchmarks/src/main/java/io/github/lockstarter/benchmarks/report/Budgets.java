package io.github.lockstarter.benchmarks.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;

import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.harness.Metrics;
import io.github.lockstarter.benchmarks.harness.QueueRun;
import io.github.lockstarter.benchmarks.worker.WorkerResult;

/**
 * Goals of this project, and whether it reaches them.
 */
final class Budgets {

	private static final String OURS = "lock-starter";

	private static final String OUR_FAIR = "lock-starter-fair";

	private static final String OUR_REMOTE = "lock-starter-remote";

	private static final String OUR_DATABASE = "lock-starter-jdbc";

	private static final String REDISSON = "redisson";

	private static final String THEIR_FAIR = "redisson-fair";

	private static final String UNCONTENDED = "uncontended";

	private static final String FREE = "free";

	private static final String KEYS = "keys";

	private static final String HOT_ONE_JVM = "hot-one-jvm";

	private static final String HOT_FOUR_JVMS = "hot-four-jvms";

	private static final String HAND_OVER = "hand-over";

	private static final String READS = "reads";

	private static final String PERMITS = "permits";

	private static final String LIST = "list";

	/** ShedLock releases the lock of whoever has it, unless it is told to check. */
	private static final Set<String> NO_PEERS = Set.of(Contenders.FLOOR, LIST, "shedlock");

	private final Summary summary;

	private final StringBuilder rows = new StringBuilder();

	Budgets(Summary summary) {
		this.summary = summary;
	}

	String table() {
		free();
		severalKeys();
		hot();
		handOver();
		queue();
		held();
		shared();
		fair();
		row("1,000 free keys, commands to take and release them", "at most 17", median("many-keys", Metrics.COMMANDS),
				(value) -> Math.rint(value) <= 17);
		database();
		return this.rows.isEmpty() ? "" : "| what | budget | measured | met |\n|---|---|---|---|\n" + this.rows + "\n";
	}

	private void free() {
		row("a free lock, time as a multiple of the floor's", "at most 1.15",
				ratio(UNCONTENDED, Contenders.FLOOR, Metrics.PAIR), (value) -> value <= 1.15);
		row("a free lock, time as a fraction of the fastest peer's that checks the owner", "below 1",
				highest(UNCONTENDED, Metrics.PAIR), (value) -> value < 1);
		row("a free lock, commands", "2", median(UNCONTENDED, Metrics.COMMANDS),
				(value) -> Math.rint(value * 10) == 20);
		row("a free lock, processor time of Redis as a multiple of the floor's", "at most 2.5",
				ratio(UNCONTENDED, Contenders.FLOOR, Metrics.CPU), (value) -> value <= 2.5);
		row("a free lock, allocated bytes", "at most 4,500", median(UNCONTENDED, Metrics.ALLOCATED),
				(value) -> value <= 4500);
		this.summary.points(FREE).forEach((point) -> throughput("free locks", FREE, point, true));
		this.summary.points(FREE)
			.stream()
			.reduce((earlier, later) -> later)
			.ifPresent((most) -> row("free locks, " + most + ", acquisitions per second and core of Redis",
					"at least 35,000", this.summary.median(FREE, most, OURS, Metrics.PER_CORE),
					(value) -> value >= 35_000));
	}

	/** Budgets where few threads want the same lock. */
	private void severalKeys() {
		for (String point : this.summary.points(KEYS)) {
			if (!point.startsWith("1 ")) {
				throughput("locks taken at random", KEYS, point, !point.startsWith("4 "));
			}
		}
	}

	private void throughput(String what, String scenario, String point, boolean nearTheFloor) {
		if (nearTheFloor) {
			row(what + ", " + point + ", throughput as a fraction of the floor's", "at least 0.8",
					this.summary.ratio(scenario, point, OURS, Contenders.FLOOR, Metrics.THROUGHPUT),
					(value) -> value >= 0.8);
		}
		row(what + ", " + point + ", throughput as a multiple of the best peer's", "above 1",
				toPeers(OURS, scenario, point, Metrics.THROUGHPUT).min(), (value) -> value > 1);
	}

	private void hot() {
		row("re-entry, commands", "0", median("re-entry", Metrics.COMMANDS), (value) -> value < 0.001);
		row("hot in one JVM, commands per acquisition", "at most 0.1", median(HOT_ONE_JVM, Metrics.COMMANDS),
				(value) -> value <= 0.1);
		row("hot in one JVM, throughput as a multiple of the best peer's", "at least 10",
				lowest(HOT_ONE_JVM, Metrics.THROUGHPUT), (value) -> value >= 10);
		row("hot in one JVM, p99 wait as a fraction of the best peer's", "at most 1", highest(HOT_ONE_JVM, Metrics.P99),
				(value) -> value <= 1);
		row("hot in four JVMs, throughput as a multiple of the best peer's", "at least 5",
				lowest(HOT_FOUR_JVMS, Metrics.THROUGHPUT), (value) -> value >= 5);
		row("hot in four JVMs, Jain index", "at least 0.95", median(HOT_FOUR_JVMS, Metrics.JAIN),
				(value) -> value >= 0.95);
		row("hot in four JVMs, p99 wait as a fraction of the best peer's", "below 1",
				highest(HOT_FOUR_JVMS, Metrics.P99), (value) -> value < 1);
		point(HOT_FOUR_JVMS).ifPresent((point) -> {
			row("hot in four JVMs without local hand-over, throughput as a multiple of Redisson's fair lock", "above 1",
					this.summary.ratio(HOT_FOUR_JVMS, point, OUR_REMOTE, THEIR_FAIR, Metrics.THROUGHPUT),
					(value) -> value > 1);
			row("hot in four JVMs without local hand-over, p99 wait as a fraction of the best peer's", "below 1",
					toPeers(OUR_REMOTE, HOT_FOUR_JVMS, point, Metrics.P99).max(), (value) -> value < 1);
		});
	}

	private void handOver() {
		for (String metric : List.of(Metrics.P50, Metrics.P99)) {
			String what = metric.equals(Metrics.P50) ? "hand-over, median" : "hand-over, p99";
			row(what + " as a multiple of the blocking pop's", "at most 1.4", ratio(HAND_OVER, LIST, metric),
					(value) -> value <= 1.4);
			row(what + " as a fraction of the best peer's", "at most 0.7", highest(HAND_OVER, metric),
					(value) -> value <= 0.7);
		}
	}

	private void queue() {
		longQueue("a re-check", QueueRun.RECHECK, 2);
		longQueue("a refusal", QueueRun.REFUSAL, 2);
		longQueue("a hand-over", QueueRun.HAND_OVER, 3);
	}

	private void held() {
		row("100 waiting threads, commands per second", "at most 1", median("waiting", Metrics.COMMANDS_PER_SECOND),
				(value) -> value <= 1);
		row("held locks that are lost", "0", median("held", WorkerResult.LOST), (value) -> value == 0);
		row("heap of a held lock, bytes", "below 1,024", median("held", WorkerResult.HEAP_PER_LOCK),
				(value) -> value < 1024);
	}

	private void longQueue(String what, String metric, double most) {
		OptionalDouble one = this.summary.median(QueueRun.SCENARIO, "1 waiting JVM", OURS, metric);
		OptionalDouble hundred = this.summary.median(QueueRun.SCENARIO, "100 waiting JVMs", OURS, metric);
		if (one.isPresent() && hundred.isPresent()) {
			row(what + " with 100 waiting JVMs, as a multiple of that with one", "at most " + Numbers.text(most),
					OptionalDouble.of(hundred.getAsDouble() / one.getAsDouble()), (value) -> value <= most);
		}
	}

	private void shared() {
		for (String point : this.summary.points(READS)) {
			row("read lock, " + point + ", reads as a multiple of Redisson's", "at least 20",
					this.summary.ratio(READS, point, OURS, REDISSON, Metrics.READS), (value) -> value >= 20);
			row("read lock, " + point + ", a writer's p99 wait as a fraction of Redisson's", "below 1",
					this.summary.ratio(READS, point, OURS, REDISSON, Metrics.WRITER_P99), (value) -> value < 1);
		}
		for (String point : this.summary.points(PERMITS)) {
			row("five permits, " + point + ", throughput as a multiple of Redisson's", "above 1",
					this.summary.ratio(PERMITS, point, OURS, REDISSON, Metrics.THROUGHPUT), (value) -> value > 1);
		}
	}

	private void database() {
		for (String point : this.summary.points("jdbc-free")) {
			row("PostgreSQL, free locks, " + point + ", throughput as a multiple of the best peer's", "above 1",
					toPeers(OUR_DATABASE, "jdbc-free", point, Metrics.THROUGHPUT).min(), (value) -> value > 1);
		}
		for (String point : this.summary.points("jdbc-hot")) {
			row("PostgreSQL, one hot lock, " + point + ", throughput as a multiple of the best peer's", "above 1",
					toPeers(OUR_DATABASE, "jdbc-hot", point, Metrics.THROUGHPUT).min(), (value) -> value > 1);
		}
		for (String point : this.summary.points("jdbc-hand-over")) {
			row("PostgreSQL, hand-over, median as a fraction of the best peer's", "below 1",
					toPeers(OUR_DATABASE, "jdbc-hand-over", point, Metrics.P50).max(), (value) -> value < 1);
		}
	}

	private void fair() {
		point(HOT_FOUR_JVMS).ifPresent((point) -> {
			row("fair in four JVMs, commands per acquisition", "at most 1.5",
					this.summary.median(HOT_FOUR_JVMS, point, OUR_FAIR, Metrics.COMMANDS), (value) -> value <= 1.5);
			row("fair in four JVMs, throughput as a multiple of Redisson's fair lock", "at least 3",
					this.summary.ratio(HOT_FOUR_JVMS, point, OUR_FAIR, THEIR_FAIR, Metrics.THROUGHPUT),
					(value) -> value >= 3);
			row("fair in four JVMs, p99 wait as a fraction of Redisson's fair lock", "below 1",
					this.summary.ratio(HOT_FOUR_JVMS, point, OUR_FAIR, THEIR_FAIR, Metrics.P99), (value) -> value < 1);
		});
	}

	private void row(String what, String budget, OptionalDouble measured, DoublePredicate met) {
		measured.ifPresent((value) -> this.rows.append("| %s | %s | %s | %s |%n".formatted(what, budget,
				Numbers.text(value), met.test(value) ? "yes" : "**no**")));
	}

	private OptionalDouble median(String scenario, String metric) {
		return point(scenario).map((point) -> this.summary.median(scenario, point, OURS, metric))
			.orElse(OptionalDouble.empty());
	}

	private OptionalDouble ratio(String scenario, String other, String metric) {
		return point(scenario).map((point) -> this.summary.ratio(scenario, point, OURS, other, metric))
			.orElse(OptionalDouble.empty());
	}

	/** The ratio to the peer with the largest number. */
	private OptionalDouble lowest(String scenario, String metric) {
		return toPeers(scenario, metric).min();
	}

	/** The ratio to the peer with the smallest number. */
	private OptionalDouble highest(String scenario, String metric) {
		return toPeers(scenario, metric).max();
	}

	private DoubleStream toPeers(String scenario, String metric) {
		return point(scenario).map((point) -> toPeers(OURS, scenario, point, metric)).orElse(DoubleStream.empty());
	}

	/** The ratios to each peer. */
	private DoubleStream toPeers(String ours, String scenario, String point, String metric) {
		return this.summary.contenders(scenario)
			.stream()
			.filter((peer) -> !NO_PEERS.contains(peer) && !peer.startsWith(OURS))
			.map((peer) -> this.summary.ratio(scenario, point, ours, peer, metric))
			.flatMapToDouble(OptionalDouble::stream);
	}

	private Optional<String> point(String scenario) {
		return this.summary.points(scenario).stream().findFirst();
	}

}
