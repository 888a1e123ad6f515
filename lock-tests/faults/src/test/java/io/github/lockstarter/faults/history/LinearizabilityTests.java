package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.lockstarter.faults.history.Event.Outcome;
import io.github.lockstarter.faults.history.LockOperation.Action;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Linearizability} and the models of locks.
 */
class LinearizabilityTests {

	private static final Duration LEASE = Duration.ofNanos(100);

	private static Optional<String> violation(StoreModel<?> model, HistoryBuilder history, Amnesia... amnesias) {
		return Linearizability.violation(InReigns.of(model, List.of(amnesias)),
				LockOperation.of(history.build(), List.of(amnesias), LEASE));
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void oneAfterTheOtherIsRight(LockModel model) {
		assertThat(violation(model,
				new HistoryBuilder().acquire(1, 0, 5, 1, 105)
					.release(1, 10, 15)
					.acquire(2, 1, 12, 2, 112)
					.release(2, 20, 25)
					.acquire(3, 2, 22, 3, 122)))
			.isEmpty();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void aGrantBeforeTheReleaseBeganIsWrong(LockModel model) {
		assertThat(violation(model,
				new HistoryBuilder().acquire(1, 0, 5, 1, 105)
					.acquire(2, 1, 9, 2, 112)
					.release(1, 10, 15)
					.release(2, 20, 25)))
			.isPresent();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void aKilledHolderKeepsTheLockUntilItsValidityEnds(LockModel model) {
		assertThat(violation(model, new HistoryBuilder().acquire(1, 0, 5, 1, 105).acquire(2, 1, 106, 2, 206)))
			.isEmpty();
		assertThat(violation(model, new HistoryBuilder().acquire(1, 0, 5, 1, 105).acquire(2, 1, 104, 2, 204)))
			.isPresent();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void aGrantThatWasOverWhenItsHolderSawItIsRight(LockModel model) {
		assertThat(violation(model,
				new HistoryBuilder().acquire(1, 0, 120, 1, 0)
					.releaseLost(1, 121, 122)
					.acquire(2, 5, 110, 2, 210)
					.release(2, 130, 131)))
			.isEmpty();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void aReleaseThatCameTooLateFreesNobodyElse(LockModel model) {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 5, 1, 105)
			.acquire(2, 1, 110, 2, 210)
			.releaseLost(1, 120, 121);
		assertThat(violation(model, history)).isEmpty();
		assertThat(violation(model, history.acquire(3, 3, 130, 3, 230).release(2, 140, 141))).isPresent();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void whatDidNotObtainTheLockIsNeverInTheWay(LockModel model) {
		assertThat(violation(model,
				new HistoryBuilder().failToAcquire(1, 0, 5, Outcome.FAIL)
					.failToAcquire(2, 0, 5, Outcome.INFO)
					.acquire(3, 6, 7, 1, 107)))
			.isEmpty();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void aForgottenHoldEndsThen(LockModel model) {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 5, 1, 105)
			.acquire(2, 41, 50, 2, 150)
			.release(1, 60, 61);
		assertThat(violation(model, history)).isPresent();
		assertThat(violation(model, history, new Amnesia(40, 44))).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void whatIsPassedOnAfterItWasForgottenIsInNobodysWay(LockModel model) {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 5, 1, 105)
			.release(1, 60, 61)
			.acquire(2, 45, 50, 50, 150)
			.passOn(1, 0, 59, 60, 2, 105);
		assertThat(violation(model, history)).isPresent();
		assertThat(violation(model, history, new Amnesia(40, 44))).isEmpty();
		assertThat(violation(model, history.acquire(3, 51, 70, 51, 170), new Amnesia(40, 44))).isPresent();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void whoAskedBeforeALossIsExcludedByWhomTheNewStoreHasGrantedTheLock(LockModel model) {
		assertThat(violation(model,
				new HistoryBuilder().acquire(2, 30, 50, 5, 1050)
					.valid(2, 500, 1500)
					.acquire(3, 31, 60, 6, 1060)
					.valid(3, 500, 1500),
				new Amnesia(40, 44)))
			.isPresent();
		assertThat(violation(model,
				new HistoryBuilder().acquire(2, 30, 50, 5, 1050).valid(2, 900, 1900).acquire(3, 800, 810, 6, 1810),
				new Amnesia(40, 44)))
			.isPresent();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void ofManyThatAreGrantedTheLockAroundALossNoMoreHoldItThanThereAreStores(LockModel model) {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 30, 50, 1, 130).acquire(2, 31, 51, 2, 131);
		assertThat(violation(model, history)).isPresent();
		assertThat(violation(model, history, new Amnesia(40, 44))).isEmpty();
		assertThat(violation(model, history.acquire(3, 32, 52, 3, 132), new Amnesia(40, 44))).isPresent();
		HistoryBuilder many = new HistoryBuilder();
		for (int i = 0; i < 10; i++) {
			many.acquire(i + 1, 100 + i, 200 + i, i + 1, 1900);
		}
		assertThat(violation(model, many, new Amnesia(40, 2000))).isPresent();
	}

	@ParameterizedTest
	@EnumSource(LockModel.class)
	void enteringAgainIsRightForAReentrantLockOnly(LockModel model) {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 5, 1, 105)
			.enter(1, 6, 7, 1)
			.leave(1, 8, 9)
			.release(1, 10, 11)
			.acquire(2, 1, 12, 2, 112);
		boolean reentrant = model == LockModel.REENTRANT || model == LockModel.FENCED_REENTRANT;
		assertThat(violation(model, history).isEmpty()).isEqualTo(reentrant);
	}

	@Test
	void leavingOnceOfTwiceDoesNotFreeTheLock() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 5, 1, 105)
			.enter(1, 6, 7, 1)
			.leave(1, 8, 9)
			.acquire(2, 1, 12, 2, 112)
			.release(1, 13, 14);
		assertThat(violation(LockModel.REENTRANT, history)).isPresent();
	}

	@Test
	void aFencedLockKeepsItsTokenInReentryAndNeverGivesItAgain() {
		HistoryBuilder another = new HistoryBuilder().acquire(1, 0, 5, 1, 105).enter(1, 6, 7, 2).leave(1, 8, 9);
		assertThat(violation(LockModel.FENCED_REENTRANT, another.release(1, 10, 11))).isPresent();
		HistoryBuilder same = new HistoryBuilder().acquire(1, 0, 5, 4, 105)
			.release(1, 10, 11)
			.acquire(2, 1, 12, 4, 112);
		assertThat(violation(LockModel.REENTRANT, same)).isEmpty();
		assertThat(violation(LockModel.FENCED, same)).isPresent();
	}

	@Test
	void tokensTellTheOrderOfThoseWhoAskedTogether() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 50, 2, 150)
			.release(1, 51, 52)
			.acquire(2, 0, 45, 1, 145)
			.release(2, 46, 47);
		assertThat(violation(LockModel.FENCED, history)).isEmpty();
		assertThat(violation(LockModel.FENCED, history.acquire(3, 60, 61, 2, 161))).isPresent();
	}

	@Test
	void anUncertainOperationMayHaveHappenedAtAnyLaterTimeOrNever() {
		LockOperation taken = new LockOperation(Action.ACQUIRE, "a", 1, 0, 5, true);
		LockOperation freed = new LockOperation(Action.RELEASE, "a", 1, 6, Long.MAX_VALUE, false);
		LockOperation next = new LockOperation(Action.ACQUIRE, "b", 2, 50, 60, true);
		assertThat(Linearizability.violation(LockModel.MUTEX, List.of(taken, freed))).isEmpty();
		assertThat(Linearizability.violation(LockModel.MUTEX, List.of(taken, freed, next))).isEmpty();
		assertThat(Linearizability.violation(LockModel.MUTEX, List.of(taken, next))).get()
			.asString()
			.contains("owner=a")
			.contains("no place for")
			.contains("holder=b");
	}

	@Test
	void aLongHistoryIsCheckedInNoTime() {
		List<LockOperation> operations = new ArrayList<>();
		for (int i = 0; i < 5000; i++) {
			String holder = String.valueOf(i);
			operations
				.add(new LockOperation(Action.ACQUIRE, holder, i + 1, Math.max(0, 10L * i - 80), 10L * i + 5, true));
			operations.add(new LockOperation(Action.RELEASE, holder, i + 1, 10L * i + 6, Long.MAX_VALUE, true));
		}
		assertThat(Linearizability.violation(LockModel.FENCED, operations)).isEmpty();
		assertThat(Linearizability.violation(LockModel.MUTEX, operations)).isEmpty();
		operations.add(new LockOperation(Action.ACQUIRE, "intruder", 5001, 25_001, 25_002, true));
		operations.add(new LockOperation(Action.ACQUIRE, "another", 5002, 25_003, 25_004, true));
		assertThat(Linearizability.violation(LockModel.FENCED, operations)).isPresent();
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, Integer.MAX_VALUE })
	void thoseThatFitShareALockAndWhoWantsItAloneWaitsForAll(int capacity) {
		HistoryBuilder history = new HistoryBuilder().share(1, 2, 0, 5, 105).share(2, 1, 6, 8, 108).release(1, 10, 15);
		assertThat(violation(new SharedLockModel(capacity), history.acquire(3, 9, 22, 1, 122).release(2, 20, 25)))
			.isEmpty();
		assertThat(violation(new SharedLockModel(capacity), history.acquire(4, 26, 30, 2, 130))).isPresent();
		assertThat(violation(new SharedLockModel(capacity), history.release(3, 29, 31))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, Integer.MAX_VALUE })
	void aShareBesideOneThatIsAloneIsWrong(int capacity) {
		assertThat(violation(new SharedLockModel(capacity),
				new HistoryBuilder().acquire(1, 0, 5, 1, 105).share(2, 1, 6, 8, 108).release(1, 10, 15)))
			.isPresent();
		assertThat(violation(new SharedLockModel(capacity),
				new HistoryBuilder().share(1, 1, 0, 5, 105).acquire(2, 6, 8, 1, 108).release(1, 10, 15)))
			.isPresent();
	}

	@Test
	void aPermitTooMuchIsWrong() {
		HistoryBuilder history = new HistoryBuilder().share(1, 2, 0, 5, 105)
			.share(2, 2, 6, 8, 108)
			.release(1, 10, 15)
			.release(2, 16, 18);
		assertThat(violation(new SharedLockModel(3), history)).get().asString().contains("permits=2");
		assertThat(violation(new SharedLockModel(4), history)).isEmpty();
		assertThat(violation(SharedLockModel.READ, history)).isEmpty();
	}

	@Test
	void permitsOfTheDeadReturnWhenTheirValidityEnds() {
		assertThat(
				violation(new SharedLockModel(3), new HistoryBuilder().share(1, 2, 0, 5, 105).share(2, 2, 6, 106, 206)))
			.isEmpty();
		assertThat(
				violation(new SharedLockModel(3), new HistoryBuilder().share(1, 2, 0, 5, 105).share(2, 2, 6, 104, 204)))
			.isPresent();
	}

	@Test
	void aShareThatWasOverWhenItsHolderSawItIsRight() {
		assertThat(violation(new SharedLockModel(3),
				new HistoryBuilder().share(1, 2, 0, 120, 0)
					.releaseLost(1, 121, 122)
					.share(2, 2, 5, 110, 210)
					.release(2, 130, 131)))
			.isEmpty();
	}

	@Test
	void whoIsAloneHasALargerTokenThanAllBefore() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 5, 4, 105)
			.release(1, 10, 11)
			.share(2, 1, 12, 13, 113)
			.release(2, 14, 15)
			.acquire(3, 16, 17, 4, 117);
		assertThat(violation(SharedLockModel.READ, history)).isPresent();
	}

	@Test
	void manyThatShareALockAreCheckedInNoTime() {
		List<LockOperation> operations = new ArrayList<>();
		for (int i = 0; i < 5000; i++) {
			String holder = String.valueOf(i);
			int permits = 1 + i % 2;
			long at = 10L * i;
			operations.add(new LockOperation(Action.ACQUIRE, holder, permits, 0, Math.max(0, at - 200), at + 5, true));
			operations.add(new LockOperation(Action.RELEASE, holder, permits, 0, at + 24, Long.MAX_VALUE, true));
		}
		assertThat(Linearizability.violation(new SharedLockModel(4), operations)).isEmpty();
		assertThat(Linearizability.violation(new SharedLockModel(3), operations)).isEmpty();
		operations.add(new LockOperation(Action.ACQUIRE, "intruder", 0, 5001, 25_001, 25_002, true));
		assertThat(Linearizability.violation(new SharedLockModel(3), operations)).isPresent();
	}

}
