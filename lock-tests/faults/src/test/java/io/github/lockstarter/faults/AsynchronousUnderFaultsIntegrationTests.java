package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Child JVMs whose work no thread waits for, under faults that somebody is told of and
 * under silent ones.
 */
@Full
class AsynchronousUnderFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** A lock whose holder was cut off is free after its lease. */
	private static final Duration SOON = LEASE.plusMillis(2500);

	private static final List<Nemesis> NEMESES = List.of(NetworkFault.RESETS, NetworkFault.BLACK_HOLE_FOR_REPLIES,
			RedisFault.WITHOUT_SUBSCRIBERS, ChildFault.FROZEN_HOLDER, ChildFault.KILLED_WAITER,
			ChildFault.KILLED_HOLDER);

	private Arena arena;

	@ParameterizedTest
	@EnumSource(names = { "STAGES", "MONOS" })
	void noFaultCostsExclusionOrAFencedUpdateAndNothingIsLeft(LockKind kind) {
		WorkloadPlan plan = new WorkloadPlan(kind, kind.workload(), 2, 1, LEASE, 50);
		this.arena = new Arena("asynchronous-" + kind, plan, EmbeddedRedis.start()).proxied().start(3);
		for (Nemesis nemesis : NEMESES) {
			Runnable end = nemesis.strike(this.arena);
			this.arena.work(LEASE.plusMillis(300));
			end.run();
			long endedAt = this.arena.faultIsOver();
			this.arena.assertGrantWithin(endedAt, SOON);
			this.arena.assertEveryThreadIsServedAfter(endedAt);
			new Report(this.arena).assertClosedForNoLongerThanALease(endedAt);
		}
		Report report = this.arena.stop().assertSafe();
		assertThat(checks(report, Outcome.OK)).as("work that ended under its lock")
			.isGreaterThan(checks(report, Outcome.LOST));
	}

	private static long checks(Report report, Outcome outcome) {
		return report.history()
			.events()
			.stream()
			.filter((event) -> event.operation() == Operation.CHECK && event.outcome() == outcome)
			.count();
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
