package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.lockstarter.faults.history.Amnesia;
import io.github.lockstarter.faults.history.Event;
import io.github.lockstarter.faults.history.Exclusion;
import io.github.lockstarter.faults.history.History;
import io.github.lockstarter.faults.history.InReigns;
import io.github.lockstarter.faults.history.Linearizability;
import io.github.lockstarter.faults.history.LockModel;
import io.github.lockstarter.faults.history.LockOperation;
import io.github.lockstarter.faults.history.SharedLockModel;
import io.github.lockstarter.faults.history.StoreModel;
import io.github.lockstarter.faults.history.Tokens;
import io.github.lockstarter.faults.servers.SingleServer;
import io.github.lockstarter.faults.servers.Topology;
import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Register;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Broken locks in the same workloads: a check that does not find them proves nothing.
 */
@Full
class BrokenLocksIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration SLACK = Duration.ofMillis(1500);

	/** Each of them may show a defect, most of them do. */
	private static final int ROUNDS = 40;

	/** So many grants show what happens by chance, however long a busy machine takes. */
	private static final int MANY_GRANTS = 5000;

	/** So many follow a freeze, of which the first may show it. */
	private static final int SOME_GRANTS = 5;

	private static final Duration PATIENCE = Duration.ofMinutes(10);

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
			long frozenAt = System.nanoTime();
			this.arena.work(LEASE);
			awaitGrants(frozenAt, 1);
			holder.resume();
			awaitGrants(System.nanoTime(), SOME_GRANTS);
		}
	}

	/** Let all work, until that shows. */
	private void awaitShowing(Showing showing) {
		await().pollInterval(Duration.ofMillis(100))
			.atMost(PATIENCE)
			.until(() -> showing.shows() || this.arena.history().grants().count() > MANY_GRANTS);
		assertThat(showing.shows()).isTrue();
	}

	private void awaitGrants(long since, int count) {
		await().pollInterval(Duration.ofMillis(50))
			.atMost(PATIENCE)
			.until(() -> this.arena.history().grants().filter((grant) -> grant.nanos() > since).count() >= count);
	}

	private List<String> notExclusive() {
		return Exclusion.violations(this.arena.history(), this.arena.amnesias(), LEASE,
				this.arena.plan().kind().capacity());
	}

	/** Those that had asked already when data were lost for the last time. */
	private List<String> notExclusiveAmongWaiters() {
		List<Amnesia> amnesias = this.arena.amnesias();
		History history = this.arena.history();
		long lostAt = amnesias.stream().mapToLong(Amnesia::until).max().orElse(Long.MIN_VALUE);
		Set<String> waiters = history.events()
			.stream()
			.filter((event) -> event.nanos() <= lostAt)
			.map(Event::holder)
			.collect(Collectors.toSet());
		History ofWaiters = new History(
				history.events().stream().filter((event) -> waiters.contains(event.holder())).toList());
		return Exclusion.violations(ofWaiters, amnesias, LEASE, Integer.MAX_VALUE);
	}

	private Register register(String name) {
		return this.arena.resource().register(name);
	}

	private Optional<String> notLinearizable(StoreModel<?> model) {
		History history = this.arena.history().of(this.arena.plan().key(0));
		List<Amnesia> amnesias = this.arena.amnesias();
		return Linearizability.violation(InReigns.of(model, amnesias), LockOperation.of(history, amnesias, LEASE));
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
		awaitShowing(() -> !notExclusive().isEmpty());
		assertThat(notLinearizable(new SharedLockModel(kind.capacity()))).isPresent();
	}

	@Test
	void aBrokenLockIsFoundBesideOneThatIsNot() {
		WorkloadPlan good = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 40);
		WorkloadPlan broken = new WorkloadPlan(LockKind.MISCOUNTS, Workload.SHARES, 6, 1, LEASE, 10);
		this.arena = new Arena("broken-beside", List.of(good, broken), new SingleServer(EmbeddedRedis.start()))
			.start(2);
		awaitShowing(() -> !Exclusion.violations(this.arena.history(), List.of(), LEASE, broken.kind().capacity())
			.isEmpty());
		assertThatExceptionOfType(AssertionError.class).isThrownBy(new Report(this.arena)::assertSafe)
			.withMessageContaining(broken.key(0));
	}

	@Test
	void aHandleThatSaysForEverThatItIsValidIsFound() {
		start(LockKind.SAYS_IT_IS_VALID);
		freezeHolders(() -> !notExclusive().isEmpty() && !register("plain").lost().isEmpty());
		assertThat(notExclusive()).isNotEmpty();
		assertThat(register("plain").lost()).isNotEmpty();
	}

	@Test
	void aLockThatSeveralTakeAfterALossOfDataIsFound() {
		start(LockKind.TRUSTS_NO_NEW_SERVER);
		for (int round = 0; round < ROUNDS && notExclusiveAmongWaiters().isEmpty(); round++) {
			RedisFault.KILLED_WITHOUT_PERSISTENCE.strike(this.arena).run();
			awaitGrants(System.nanoTime(), SOME_GRANTS);
		}
		assertThat(notExclusiveAmongWaiters()).isNotEmpty();
		assertThat(notLinearizable(LockModel.MUTEX)).isPresent();
	}

	@Test
	@Tag("topologies")
	void aLockThatSeveralTakeFromANewPrimaryIsFound() {
		WorkloadPlan plan = new WorkloadPlan(LockKind.TRUSTS_NO_NEW_SERVER, Workload.REGISTERS, 2, 1, LEASE, 40);
		this.arena = new Arena("broken-failover", plan, Topology.SENTINEL.start(new Random(Arena.SEED))).start(2);
		this.arena.watchFailovers();
		long before = System.nanoTime();
		this.arena.servers()
			.strikes()
			.stream()
			.filter((strike) -> strike.name().equals("primary killed"))
			.forEach((strike) -> strike.action().run());
		long isOver = System.nanoTime() - LEASE.toNanos();
		assertThat(this.arena.amnesias()).isNotEmpty()
			.allSatisfy((amnesia) -> assertThat(amnesia.from()).isGreaterThan(before))
			.allSatisfy((amnesia) -> assertThat(amnesia.until()).isLessThan(isOver));
		assertThat(notExclusive()).isNotEmpty();
		assertThat(notLinearizable(LockModel.MUTEX)).isPresent();
	}

	@Test
	void aThreadThatDiesOfAnExceptionIsFound() {
		start(LockKind.THROWS);
		await().atMost(PATIENCE).until(() -> this.arena.children().stream().noneMatch(ChildJvm::isAlive));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(new Report(this.arena)::assertSafe)
			.withMessageContaining("Nobody expects this.");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(this.arena::stop)
			.withMessageContaining("Nobody expects this.");
	}

	@Test
	void aThreadThatIsNeverServedIsFound() {
		start(LockKind.FORGETS_A_WAITER);
		long before = System.nanoTime() - Workload.WAIT.toNanos();
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.arena.assertEveryThreadIsServedAfter(before))
			.withMessageContaining("granted no lock any more");
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
