package io.github.lockstarter.faults;

import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A Redis that refuses for a moment what it allows before and after, while child JVMs
 * work under a lock with a lease that is far longer.
 */
@Full
class RefusedReleasesIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(6);

	/** A release that was refused is not repeated: its lock ends with its lease. */
	private static final Duration SOON = LEASE.plusSeconds(1);

	private final Arena arena = new Arena("refused",
			new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 50), EmbeddedRedis.start());

	@Test
	void aRightThatIsMissingForAMomentClosesALockForNoLongerThanItsLease() {
		this.arena.start(2);
		Runnable end = RedisFault.DENIED_SCRIPTS.strike(this.arena);
		this.arena.work(Duration.ofMillis(500));
		end.run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		this.arena.stop().assertExclusive().assertClosedForLessThan(endedAt, SOON);
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
