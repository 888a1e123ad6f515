package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.lockstarter.faults.history.Exclusion;
import io.github.lockstarter.faults.history.History;
import io.github.lockstarter.faults.history.Linearizability;
import io.github.lockstarter.faults.history.LockModel;
import io.github.lockstarter.faults.history.LockOperation;
import io.github.lockstarter.faults.history.Model;
import io.github.lockstarter.faults.history.SharedLockModel;
import io.github.lockstarter.faults.history.Tokens;
import io.github.lockstarter.faults.servers.SingleServer;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Register;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Broken locks in the same workloads: a check that does not find them proves nothing.
 */
class BrokenLocksIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration SLACK = Duration.ofMillis(1500);

	private static final int ROUNDS = 8;

	private Arena arena;

	private void start(LockKind kind) {
		start(kind, new WorkloadPlan(kind, Workload.REGISTERS, 2, 1, LEASE, 40));
	}

	private void startSharing(LockKind kind) {
		start(kind, new WorkloadPlan(kind, Workload.SHARES, 6, 1, LEASE, 10));
	}

	private void start(LockKind kind, WorkloadPlan plan) {
		this.arena = new Arena("broken-" + kind, plan, EmbeddedRedis.start()).start(2);
	}

	/** Freeze holders beyond their lease, until that shows. */
	private void freezeHolders(Showing showing) {
		for (int round = 0; round < ROUNDS && !showing.shows(); round++) {
			ChildJvm holder = Roles.freezeHolder(this.arena);
			this.arena.work(LEASE.plusMillis(200));
			holder.resume();
			this.arena.work(Duration.ofMillis(300));
		}
	}

	private List<String> notExclusive() {
		return Exclusion.violations(this.arena.history(), List.of(), LEASE, this.arena.plan().kind().capacity());
	}

	private Register register(String name) {
		return this.arena.resource().register(name);
	}

	private Optional<String> notLinearizable(Model<?> model) {
		History history = this.arena.history().of(this.arena.plan().key(0));
		return Linearizability.violation(model, LockOperation.of(history, List.of(), LEASE));
	}

	@Test
	void aReleaseThatDeletesTheLockOfTheNextHolderIsFound() {
		start(LockKind.DELETES_BLINDLY);
		freezeHolders(() -> !notExclusive().isEmpty() && !register("plain").lost().isEmpty());
		assertThat(notExclusive()).isNotEmpty();
		assertThat(notLinearizable(LockModel.FENCED)).isPresent();
		assertThat(register("plain").lost()).isNotEmpty();
		assertThat(register("fenced").lost()).as("its tokens are right").isEmpty();
	}

	@Test
	void aHolderThatIgnoresTheEndOfItsLeaseIsFound() {
		start(LockKind.IGNORES_ITS_LEASE);
		freezeHolders(() -> !notExclusive().isEmpty() && !register("fenced").lost().isEmpty());
		assertThat(notExclusive()).isNotEmpty();
		assertThat(notLinearizable(LockModel.MUTEX)).isPresent();
		assertThat(notLinearizable(LockModel.FENCED)).isPresent();
		assertThat(Tokens.violations(this.arena.history(), List.of(), LEASE)).isNotEmpty();
		assertThat(register("fenced").lost()).isNotEmpty();
	}

	@Test
	void aWaiterThatNeverAsksAgainIsFound() {
		start(LockKind.NEVER_ASKS_AGAIN);
		ChildJvm holder = Roles.freezeHolder(this.arena);
		long killedAt = System.nanoTime();
		this.arena.kill(holder);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.arena.assertGrantWithin(killedAt, LEASE.plus(SLACK)));
	}

	@ParameterizedTest
	@EnumSource(names = { "MISCOUNTS", "ADMITS_WRITERS" })
	void aLockThatIsSharedByTooManyIsFound(LockKind kind) {
		startSharing(kind);
		await().until(() -> !notExclusive().isEmpty());
		assertThat(notLinearizable(new SharedLockModel(kind.capacity()))).isPresent();
	}

	@Test
	void aBrokenLockIsFoundBesideOneThatIsNot() {
		WorkloadPlan good = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 40);
		WorkloadPlan broken = new WorkloadPlan(LockKind.MISCOUNTS, Workload.SHARES, 6, 1, LEASE, 10);
		this.arena = new Arena("broken-beside", List.of(good, broken), new SingleServer(EmbeddedRedis.start()))
			.start(2);
		await().untilAsserted(
				() -> assertThatExceptionOfType(AssertionError.class).isThrownBy(new Report(this.arena)::assertSafe)
					.withMessageContaining(broken.key(0)));
	}

	@Test
	void aSemaphoreThatForgetsThePermitsOfTheDeadIsFound() {
		startSharing(LockKind.FORGETS_THE_DEAD);
		ChildJvm holder = Roles.freezeHolder(this.arena);
		long killedAt = System.nanoTime();
		this.arena.kill(holder);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.arena.assertGrantAloneWithin(killedAt, LEASE.plus(SLACK)));
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

	private interface Showing {

		boolean shows();

	}

}
