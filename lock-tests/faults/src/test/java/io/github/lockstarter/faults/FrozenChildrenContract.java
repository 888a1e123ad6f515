package io.github.lockstarter.faults;

import java.time.Duration;

import io.github.lockstarter.faults.history.Event.Outcome;
import io.github.lockstarter.faults.servers.Servers;
import io.github.lockstarter.faults.servers.SingleServer;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.store.StoreTimes;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.Parameter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Child JVMs that are killed, or stand still, while they hold a lock or a share of it, or
 * wait for it. Whoever wants the lock alone waits for all that have a share.
 */
abstract class FrozenChildrenContract {

	private static final Duration LEASE = Duration.ofSeconds(2);

	/** What a busy machine may take on top. */
	private static final Duration SLACK = Duration.ofMillis(1500);

	private static final Duration SECOND = Duration.ofSeconds(1);

	/** On a busy machine, holders are often frozen as they leave. */
	private static final int ROUNDS = 20;

	/** For so long a place is kept, and the lock that it is granted. */
	private static final Duration PLACE = StoreTimes.RECHECK.multipliedBy(StoreTimes.RECHECKS_OF_A_PLACE);

	@Parameter(0)
	private LockKind kind;

	private Arena arena;

	@BeforeEach
	void start(TestInfo test) {
		start(test.getTestMethod().orElseThrow().getName());
	}

	private void start(String name) {
		WorkloadPlan plan = this.kind.isShared() ? new WorkloadPlan(this.kind, this.kind.workload(), 4, 1, LEASE, 10)
				: new WorkloadPlan(this.kind, this.kind.workload(), 2, 1, LEASE, 20);
		this.arena = new Arena(name + "-" + this.kind, plan, servers()).start(3);
	}

	Servers servers() {
		return new SingleServer(EmbeddedRedis.start());
	}

	@Test
	void aKilledHolderBlocksOthersForItsLease() {
		ChildJvm holder = Roles.freezeHolder(this.arena);
		long killedAt = System.nanoTime();
		this.arena.kill(holder);
		this.arena.assertGrantAloneWithin(killedAt, LEASE.plus(SLACK));
		this.arena.work(SECOND);
		stopServing().assertExclusive();
	}

	@Test
	void aHolderThatStandsStillForHalfItsLeaseLosesNothing() {
		while (!freezeHolderForHalfItsLease()) {
			this.arena.close();
			start("again");
		}
		this.arena.work(SECOND);
		Report report = stopServing().assertExclusive();
		assertThat(report.fenced().refusals()).isZero();
	}

	/** A machine that stalls may make it longer. */
	private boolean freezeHolderForHalfItsLease() {
		ChildJvm holder = Roles.freezeHolder(this.arena);
		long frozenAt = System.nanoTime();
		this.arena.work(LEASE.dividedBy(2));
		holder.resume();
		return Duration.ofNanos(System.nanoTime() - frozenAt).compareTo(LEASE.dividedBy(4).multipliedBy(3)) < 0;
	}

	@Test
	void aHolderThatStandsStillBeyondItsLeaseKnowsItAndItsLateWriteIsRefused() {
		for (int round = 0; round == 0 || (round < ROUNDS && !isLateAndKnowsIt()); round++) {
			ChildJvm holder = Roles.freezeHolder(this.arena);
			long frozenAt = System.nanoTime();
			this.arena.assertGrantAloneWithin(frozenAt, LEASE.plus(SLACK));
			holder.resume();
			this.arena.work(SECOND.dividedBy(2));
		}
		assertThat(isLateAndKnowsIt()).isTrue();
		stopServing().assertSafe();
	}

	/** Those that share a lock have no tokens, and write nothing. */
	private boolean isLateAndKnowsIt() {
		return this.arena.history().events().stream().anyMatch((event) -> event.outcome() == Outcome.LOST)
				&& (this.kind.isShared() || this.arena.resource().register("fenced").refusals() > 0);
	}

	@Test
	void aWaiterThatIsKilledAsItIsGrantedTheLockKeepsItNoLongerThanItsPlace() {
		ChildJvm waiter = Roles.freezeHeadWaiter(this.arena);
		long killedAt = System.nanoTime();
		this.arena.kill(waiter);
		this.arena.assertGrantAloneWithin(killedAt, PLACE.plus(SLACK));
		this.arena.work(SECOND);
		stopServing().assertExclusive();
	}

	@Test
	void aWaiterThatStandsStillAcrossItsGrantDoesNotRunOnIt() {
		ChildJvm waiter = Roles.freezeHeadWaiter(this.arena);
		long frozenAt = System.nanoTime();
		this.arena.assertGrantAloneWithin(frozenAt + SECOND.toNanos(), PLACE.plus(SLACK));
		this.arena.work(LEASE);
		waiter.resume();
		this.arena.work(SECOND);
		stopServing().assertExclusive();
	}

	/** Nobody is dead or frozen any more, and each thread has its turn. */
	private Report stopServing() {
		long now = this.arena.faultIsOver();
		this.arena.assertEveryThreadIsServedAfter(now);
		return this.arena.stop().assertClosedForNoLongerThanALease(now);
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
