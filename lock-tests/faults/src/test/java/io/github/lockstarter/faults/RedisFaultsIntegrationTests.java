package io.github.lockstarter.faults;

import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each fault of Redis that leaves it its data once, while the same child JVMs work. None
 * costs exclusion.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Full
class RedisFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration SECOND = Duration.ofSeconds(1);

	/** About a second until it is asked again, and what a busy machine may take. */
	private static final Duration SOON = Duration.ofSeconds(5);

	private static final WorkloadPlan PLAN = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE,
			10);

	private final Arena arena = new Arena("redis", PLAN, EmbeddedRedis.start());

	@BeforeAll
	void start() {
		this.arena.start(2);
	}

	private void suffer(RedisFault fault, Duration time) {
		Runnable end = fault.strike(this.arena);
		this.arena.work(time);
		end.run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertGrantWithin(endedAt, SOON);
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		this.arena.work(SECOND.dividedBy(2));
		new Report(this.arena).assertExclusive().assertClosedForNoLongerThanALease(endedAt);
	}

	@ParameterizedTest
	@EnumSource(value = RedisFault.class, mode = EnumSource.Mode.EXCLUDE,
			names = { "KILLED", "KILLED_WITHOUT_PERSISTENCE", "FLUSHED" })
	void aFaultThatLeavesTheDataCostsNoExclusion(RedisFault fault) {
		suffer(fault, SECOND);
	}

	@Test
	void aRedisThatStandsStillBeyondTheLeaseCostsNoExclusion() {
		suffer(RedisFault.FROZEN, LEASE.plus(SECOND));
	}

	@Test
	void whoeverMissesAGrantAsksWithinAboutASecond() {
		ChildJvm holder = Roles.freezeHolder(this.arena);
		Runnable end = RedisFault.WITHOUT_SUBSCRIBERS.strike(this.arena);
		long before = System.nanoTime();
		holder.resume();
		this.arena.assertGrantWithin(before, SOON);
		this.arena.work(SECOND);
		end.run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		new Report(this.arena).assertExclusive().assertClosedForNoLongerThanALease(endedAt);
	}

	@AfterAll
	void leavesNothingBehind() {
		try (this.arena) {
			this.arena.stop();
		}
	}

}
