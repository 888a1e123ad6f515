package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.faults.history.Amnesia;
import io.github.lockstarter.faults.history.ClosedTimes;
import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;
import io.github.lockstarter.faults.history.Exclusion;
import io.github.lockstarter.faults.history.History;
import io.github.lockstarter.faults.history.InReigns;
import io.github.lockstarter.faults.history.Linearizability;
import io.github.lockstarter.faults.history.LockModel;
import io.github.lockstarter.faults.history.LockOperation;
import io.github.lockstarter.faults.history.SharedLockModel;
import io.github.lockstarter.faults.history.StoreModel;
import io.github.lockstarter.faults.history.Tokens;
import io.github.lockstarter.faults.workload.Register;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.store.StoreTimes;
import io.github.lockstarter.testing.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What came of the work in an {@link Arena}, and what must hold of it.
 */
final class Report {

	private final Arena arena;

	private final History history;

	private final List<Amnesia> amnesias;

	/** Those that were not killed. */
	private final Set<Long> alive;

	Report(Arena arena) {
		this.arena = arena;
		this.history = arena.history();
		this.amnesias = arena.amnesias();
		this.alive = arena.children().stream().map(ChildJvm::pid).collect(Collectors.toSet());
	}

	/**
	 * What holds whatever happens: those who believed themselves valid were alone (but
	 * for a lease after Redis lost its data), or shared the lock as it may be shared,
	 * tokens grew, no fenced write was lost, and no thread died of an exception.
	 */
	Report assertSafe() {
		this.arena.plans().forEach(this::assertSafe);
		this.arena.children().forEach(ChildJvm::assertNoThreadDied);
		return this;
	}

	private void assertSafe(WorkloadPlan plan) {
		History locks = this.history.of(plan.keys());
		assertThat(Exclusion.violations(locks, this.amnesias, longestValidity(plan), plan.kind().capacity()))
			.as(as("Exclusion"))
			.isEmpty();
		assertThat(Tokens.violations(locks, this.amnesias, longestValidity(plan))).as(as("Fencing tokens")).isEmpty();
		assertThat(register("fenced", plan).lost()).as(as("Lost writes to the fenced register")).isEmpty();
		assertLinearizable(plan, locks);
	}

	/** A grant that a waiter gets is valid for as long as its place was to be kept. */
	private static Duration longestValidity(WorkloadPlan plan) {
		Duration ofGrant = StoreTimes.RECHECK.multipliedBy(StoreTimes.RECHECKS_OF_A_PLACE);
		return (plan.lease().compareTo(ofGrant) > 0) ? plan.lease() : ofGrant;
	}

	/**
	 * What holds besides where no holder was paused beyond its lease, and Redis kept its
	 * data.
	 */
	Report assertExclusive() {
		assertSafe();
		assertThat(this.arena.plans()).as(as("Lost writes to the plain register"))
			.allSatisfy((plan) -> assertThat(register("plain", plan).lost()).isEmpty());
		return this;
	}

	/**
	 * The order of all that was observed of each lock is one that a fenced re-entrant
	 * mutex with leases can have, or one that may be shared.
	 */
	private void assertLinearizable(WorkloadPlan plan, History locks) {
		StoreModel<?> model = (plan.workload() == Workload.SHARES) ? new SharedLockModel(plan.kind().capacity())
				: LockModel.FENCED_REENTRANT;
		for (String lock : plan.keys()) {
			List<LockOperation> operations = LockOperation.of(locks.of(lock), this.amnesias, longestValidity(plan));
			assertThat(Linearizability.violation(InReigns.of(model, this.amnesias), operations))
				.as(as("Lock '" + lock + "'"))
				.isEmpty();
		}
	}

	/**
	 * All calls have returned. To be asked when all threads have ended, but for those of
	 * killed JVMs.
	 */
	void assertAllCallsReturned() {
		assertThat(this.history.unanswered(this.alive)).as(as("Calls that never returned")).isEmpty();
	}

	/**
	 * Each thread was granted a lock since a moment. To be asked when all have ended, and
	 * so have what they asked for, or have asked for it in vain.
	 */
	Report assertEveryThreadWasServedAfter(long nanos) {
		assertThat(this.history.unserved(this.alive, nanos)).as(as("Threads that were granted no lock any more"))
			.isEmpty();
		return this;
	}

	/**
	 * The same for a lease and the second after which waiters ask again, which is what a
	 * holder costs whose release was lost.
	 */
	Report assertClosedForNoLongerThanALease(long since) {
		return assertClosedForLessThan(since, this.arena.longestLease().plusSeconds(1));
	}

	/**
	 * No lock was closed for long since a fault ended, so that nobody held it and nobody
	 * was granted it though somebody asked for it.
	 * @param since when the fault ended
	 * @param limit for how long it may have been
	 */
	Report assertClosedForLessThan(long since, Duration limit) {
		Duration patience = limit.plus(this.arena.stalled());
		Map<String, Duration> longest = ClosedTimes.longest(this.history, since);
		System.out.println("Locks stayed closed for " + longest + ", at most " + patience);
		assertThat(longest).as(as("For how long locks were closed"))
			.allSatisfy((lock, time) -> assertThat(time).isLessThan(patience));
		return this;
	}

	/**
	 * Whoever asked for a lock was granted it.
	 */
	Report assertEverybodyIsServed() {
		assertThat(this.history.events()).as(as("Calls without a lock"))
			.noneMatch((event) -> event.operation() == Operation.ACQUIRE
					&& (event.outcome() == Outcome.FAIL || event.outcome() == Outcome.INFO));
		return this;
	}

	private String as(String what) {
		return what + ", see the histories in " + this.arena.directory() + "; the store lost its data in "
				+ this.amnesias;
	}

	History history() {
		return this.history;
	}

	Register fenced() {
		return register("fenced", this.arena.plan());
	}

	private Register register(String name, WorkloadPlan plan) {
		return this.arena.resource(plan).register(name);
	}

	/**
	 * No owner, no waiter, and nobody who still renews.
	 */
	void assertNothingIsHeld() {
		for (String lock : this.history.locks()) {
			await("nothing left of lock '" + lock + "'").atMost(this.arena.plan().lease().plusSeconds(10))
				.until(() -> this.arena.observer().lock(lock).inspect(), Report::isFree);
		}
		AtomicLong before = new AtomicLong(scriptCalls());
		Duration renewal = this.arena.plan().lease().dividedBy(2);
		await("scripts that still run").pollDelay(renewal)
			.pollInterval(renewal)
			.until(() -> before.getAndSet(scriptCalls()) == before.get());
	}

	private static boolean isFree(LockInfo info) {
		return !info.held() && info.waiters() == 0;
	}

	private long scriptCalls() {
		AtomicLong calls = new AtomicLong();
		this.arena.eachRedis((commands) -> calls.addAndGet(commands.info("commandstats")
			.lines()
			.filter((line) -> line.startsWith("cmdstat_evalsha:") || line.startsWith("cmdstat_eval:"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("[^:]*:calls=(\\d+),.*", "$1")))
			.sum()));
		return calls.get();
	}

}
