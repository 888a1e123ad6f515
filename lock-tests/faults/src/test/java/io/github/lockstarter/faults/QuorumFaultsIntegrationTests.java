package io.github.lockstarter.faults;

import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;

/**
 * Fault tests of locks that several Redis servers decide about.
 */
@Full
class QuorumFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final WorkloadPlan PLAN = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 5);

	@Test
	void serversThatAreKilledAndComeBackEmptyOneAfterTheOtherChangeNothing() {
		try (QuorumArena arena = new QuorumArena("quorum-restarts", PLAN, 3)) {
			arena.start(2);
			for (EmbeddedRedis server : arena.servers()) {
				server.kill();
				arena.awaitWork();
				server.restart();
				// until it has a vote again
				StallProofTime.pass(LEASE.plusSeconds(2));
				arena.awaitWork();
			}
			arena.stopAndCheck(true);
		}
	}

	@Test
	void aMinorityThatStandsStillChangesNothing() {
		try (QuorumArena arena = new QuorumArena("quorum-frozen", PLAN, 5)) {
			arena.start(2);
			arena.servers().get(0).pause();
			arena.servers().get(3).pause();
			arena.awaitWork();
			StallProofTime.pass(LEASE);
			arena.servers().get(0).resume();
			arena.servers().get(3).resume();
			arena.awaitWork();
			arena.stopAndCheck(true);
		}
	}

	@Test
	void aHolderThatIsKilledAndOneThatStandsStillKeepOthersOutForTheirLeaseOnly() {
		try (QuorumArena arena = new QuorumArena("quorum-children", PLAN, 3)) {
			arena.start(3);
			arena.kill(arena.children().get(2));
			arena.awaitWork();
			arena.children().get(1).pause();
			StallProofTime.pass(LEASE.multipliedBy(2));
			arena.children().get(1).resume();
			arena.awaitWork();
			arena.stopAndCheck(false);
		}
	}

}
