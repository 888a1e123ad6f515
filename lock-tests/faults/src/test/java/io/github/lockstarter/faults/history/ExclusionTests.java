package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Exclusion}.
 */
class ExclusionTests {

	private static final Duration LEASE = Duration.ofNanos(100);

	private static List<String> violations(HistoryBuilder history, Amnesia... amnesias) {
		return Exclusion.violations(history.build(), List.of(amnesias), LEASE, 3);
	}

	@Test
	void oneAfterTheOtherIsRight() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.acquire(2, 5, 11, 2, 111)
			.release(2, 20, 21))).isEmpty();
	}

	@Test
	void aGrantWhileAnotherIsValidIsWrong() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.acquire(2, 5, 9, 2, 109)
			.release(1, 10, 15)
			.release(2, 20, 21))).hasSize(1);
	}

	@Test
	void aKilledHolderKeepsTheLockUntilItsValidityEnds() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101).acquire(2, 5, 101, 2, 201))).isEmpty();
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101).acquire(2, 5, 100, 2, 200))).hasSize(1);
	}

	@Test
	void aRenewalCountsOnceItsHolderHasSeenIt() {
		assertThat(
				violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101).valid(1, 40, 140).acquire(2, 5, 139, 2, 239)))
			.hasSize(1);
	}

	@Test
	void aHolderThatStoodStillAndBelievesItselfValidAgainIsWrong() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101).acquire(2, 5, 110, 2, 210);
		assertThat(violations(history)).isEmpty();
		assertThat(violations(history.valid(1, 120, 121))).hasSize(1);
	}

	@Test
	void aGrantThatWasOverWhenItsHolderSawItIsRight() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 120, 1, 0).acquire(2, 5, 110, 2, 210))).isEmpty();
	}

	@Test
	void aLongHoldIsComparedWithAllThatFollow() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.acquire(2, 5, 6, 2, 106)
			.release(2, 7, 8)
			.acquire(3, 5, 20, 3, 120)
			.release(3, 30, 31)
			.release(1, 40, 41))).hasSize(2);
	}

	@Test
	void thoseThatShareALockMayHoldItTogether() {
		assertThat(violations(new HistoryBuilder().share(1, 1, 0, 1, 101)
			.share(2, 2, 5, 6, 106)
			.release(1, 10, 15)
			.share(3, 1, 7, 11, 111))).isEmpty();
	}

	@Test
	void oneThatWantsTheLockAloneBesideThoseThatShareItIsWrong() {
		assertThat(violations(new HistoryBuilder().share(1, 1, 0, 1, 101).acquire(2, 5, 50, 1, 150))).hasSize(1);
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101).share(2, 1, 5, 50, 150))).hasSize(1);
		assertThat(violations(new HistoryBuilder().share(1, 1, 0, 1, 101)
			.share(2, 1, 0, 2, 102)
			.release(2, 10, 11)
			.acquire(3, 5, 50, 1, 150))).hasSize(1);
	}

	@Test
	void morePermitsThanThereAreIsWrong() {
		assertThat(violations(new HistoryBuilder().share(1, 2, 0, 1, 101).share(2, 2, 5, 6, 106))).hasSize(1);
		assertThat(violations(new HistoryBuilder().share(1, 2, 0, 1, 101).share(2, 2, 5, 101, 201))).isEmpty();
	}

	@Test
	void whoseLockWasForgottenIsNoLongerAlone() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101).acquire(2, 45, 51, 2, 151);
		assertThat(violations(history)).hasSize(1);
		assertThat(violations(history, new Amnesia(40, 44))).isEmpty();
		assertThat(violations(history.acquire(3, 52, 60, 3, 160), new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void aLockThatWasForgottenMayBePassedOnInItsJvm() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 60, 61)
			.passOn(1, 0, 59, 60, 2, 101)
			.acquire(2, 45, 62, 50, 151);
		assertThat(violations(history)).hasSize(1);
		assertThat(violations(history, new Amnesia(40, 44))).isEmpty();
		assertThat(violations(history.acquire(3, 52, 63, 51, 160), new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void aShareThatWasForgottenMayBePassedOnInItsJvm() {
		HistoryBuilder history = new HistoryBuilder().share(1, 2, 0, 1, 101)
			.release(1, 60, 61)
			.passOn(1, 2, 59, 60, 0, 101)
			.share(2, 2, 45, 62, 151);
		assertThat(violations(history)).hasSize(1);
		assertThat(violations(history, new Amnesia(40, 44))).isEmpty();
		assertThat(violations(history.share(3, 2, 52, 63, 160), new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void whoseLockWasForgottenHasToNoticeWithinALease() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101).valid(1, 140, 144);
		assertThat(violations(history, new Amnesia(40, 44))).isEmpty();
		assertThat(violations(history.valid(1, 141, 145), new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void whoAskedBeforeALossIsExcludedByWhomTheNewStoreHasGrantedTheLock() {
		HistoryBuilder history = new HistoryBuilder().acquire(2, 30, 50, 5, 1050)
			.valid(2, 500, 1500)
			.acquire(3, 31, 60, 6, 1060)
			.valid(3, 500, 1500);
		assertThat(violations(history)).hasSize(1);
		assertThat(violations(history, new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void whoAskedBeforeALossExcludesThoseThatAskLongAfterIt() {
		HistoryBuilder history = new HistoryBuilder().acquire(2, 30, 50, 5, 1050)
			.valid(2, 900, 1900)
			.acquire(3, 800, 810, 6, 1810);
		assertThat(violations(history, new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void ofManyThatAreGrantedTheLockAroundALossNoMoreAreValidThanThereAreStores() {
		HistoryBuilder history = new HistoryBuilder();
		for (int i = 0; i < 10; i++) {
			history.acquire(i + 1, 100 + i, 200 + i, i + 1, 1900);
		}
		assertThat(violations(history, new Amnesia(40, 2000))).isNotEmpty();
		HistoryBuilder few = new HistoryBuilder().acquire(1, 30, 50, 1, 130).acquire(2, 31, 51, 2, 131);
		assertThat(violations(few, new Amnesia(40, 44))).isEmpty();
		assertThat(violations(few.acquire(3, 32, 52, 3, 132), new Amnesia(40, 44))).hasSize(1);
		assertThat(violations(few, new Amnesia(40, 44), new Amnesia(42, 46))).isEmpty();
	}

	@Test
	void whoHeldTheLockBeforeALossLeavesNoneOfThatStoreForThoseThatFollow() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.acquire(2, 30, 50, 2, 130)
			.acquire(3, 31, 60, 3, 131);
		assertThat(violations(history, new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void whatWasForgottenIsNotPassedOnForLongerThanALease() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 141)
			.release(1, 60, 61)
			.passOn(1, 0, 59, 60, 2, 241)
			.acquire(2, 45, 62, 50, 151);
		assertThat(violations(history, new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void aPrimaryThatGoesOnForAWhileBesideItsSuccessorExcusesOneHolder() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 45, 50, 1, 150).acquire(2, 46, 51, 2, 151);
		assertThat(violations(history, new Amnesia(40, 60, true))).isEmpty();
		assertThat(violations(history.acquire(3, 47, 52, 3, 152), new Amnesia(40, 60, true))).hasSize(1);
	}

	@Test
	void onceAFormerPrimaryIsGoneItsSuccessorExcusesNobody() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 30, 50, 1, 150).acquire(2, 31, 51, 2, 151);
		assertThat(violations(history, new Amnesia(40, 60, true))).isEmpty();
		assertThat(violations(history, new Amnesia(40, 29, true))).hasSize(1);
	}

	@Test
	void whatASuccessorKnowsAndRenewsItExcludesOthersFrom() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101).valid(1, 150, 250);
		assertThat(violations(history, new Amnesia(40, 60, true))).isEmpty();
		assertThat(violations(history, new Amnesia(40, 60))).singleElement().asString().contains("was forgotten");
		assertThat(violations(history.acquire(2, 61, 70, 2, 170), new Amnesia(40, 60, true))).hasSize(1);
	}

	@Test
	void whatSeveralLossesExcuseIsFoundByWhomTheyExcuse() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 30, 50, 1, 130)
			.acquire(2, 31, 51, 2, 131)
			.acquire(3, 32, 52, 3, 132);
		assertThat(violations(history, new Amnesia(40, 44), new Amnesia(45, 49))).isEmpty();
		assertThat(violations(history.acquire(4, 50, 60, 4, 160), new Amnesia(40, 44), new Amnesia(45, 49))).hasSize(1);
	}

}
