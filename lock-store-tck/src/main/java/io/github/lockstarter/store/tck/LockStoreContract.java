package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contract of every {@link LockStore}. Extend it for a store of your own and return a
 * store on the same shared data from each call of {@link #createStore()}.
 */
@NullMarked
public abstract class LockStoreContract extends LockStoreContractMany {

	@Test
	void grantsAFreeLock() {
		StoreAnswer answer = this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(answer.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(answer.token()).isPositive();
		assertThat(answer.remaining()).isEqualTo(LEASE);
		assertThat(answer.clock().micros()).isPositive();
	}

	@Test
	void noTestIsLeftOutOfWhatTheStoreHas() {
		assertThat(NeedsFeature.Check.lackedBy(getClass())).allMatch(this::lacks);
	}

	@Test
	void tellsOfItsCondition() {
		StoreCondition condition = this.one.session.condition().toCompletableFuture().join();
		assertThat(condition.details()).allSatisfy((name, value) -> assertThat(value).isNotBlank());
		assertThat(condition.problem()).isNull();
	}

	@Test
	void refusesALockThatIsHeldAndTellsTheRestOfItsLease() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		StoreAnswer answer = this.two.acquire(1, LEASE, NO_QUEUE);
		assertThat(answer.state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(answer.token()).isZero();
		assertThat(answer.remaining()).isPositive().isLessThanOrEqualTo(LEASE);
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	void locksOfOtherKeysAreIndependent() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		StoreAnswer other = this.two.session.acquire(new AcquireRequest(this.key + "-other", 1, LEASE, OWNER, NO_QUEUE))
			.toCompletableFuture()
			.join();
		assertThat(other.state()).isEqualTo(AcquisitionState.GRANTED);
		this.two.session.release(this.key + "-other", 1).toCompletableFuture().join();
	}

	@Test
	void repeatedByTheHolderTheAcquisitionKeepsItsTokenAndRestartsTheLease() {
		StoreAnswer first = this.one.acquire(1, Duration.ofSeconds(5), NO_QUEUE);
		StoreAnswer again = this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(again.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(again.token()).isEqualTo(first.token());
		assertThat(again.remaining()).isEqualTo(LEASE);
	}

	@Test
	void aLateRepetitionDoesNotShortenALeaseThatWasLengthened() {
		this.one.acquire(1, Duration.ofSeconds(2), NO_QUEUE);
		this.one.renew(1, LEASE);
		assertThat(this.one.acquire(1, Duration.ofSeconds(2), NO_QUEUE).remaining())
			.isGreaterThan(Duration.ofSeconds(10));
	}

	@Test
	void aRepeatedReleaseSaysTheSameAndTouchesNoLaterHolder() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		StoreAnswer next = this.one.acquire(2, LEASE, NO_QUEUE);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.inspect().hold()).isNotNull().extracting(LockRecord.Hold::token).isEqualTo(next.token());
	}

	@Test
	void aReleasedAcquisitionIsNeverGrantedAgain() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.release(1);
		assertThat(this.one.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.inspect().hold()).isNull();
	}

	@Test
	void anAcquisitionThatArrivesWhenANewerOneHoldsIsNotQueuedBehindIt() {
		this.one.acquire(2, LEASE, NO_QUEUE);
		assertThat(this.one.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.inspect().waiters()).isZero();
		this.one.release(2);
	}

	@Test
	void anAcquisitionThatArrivesAfterItsReleaseIsRefused() {
		assertThat(this.one.release(3).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.acquire(3, LEASE, KEEP).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.acquire(4, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aForeignReleaseDoesNothing() {
		StoreAnswer held = this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(this.two.release(1).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.renew(1, LEASE).token()).isEqualTo(held.token());
	}

	@Test
	void aReleaseAfterTheLeaseSaysLostAndTouchesNotTheNextHolder() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		this.two.acquireAtLast();
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.two.renew(this.two.last(), LEASE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aReleaseAfterTheLeaseSaysLostEvenIfNobodyElseCame() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.one.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.LOST);
	}

	@Test
	void renewalLengthensTheLeaseAndNeverShortensIt() {
		this.one.acquire(1, Duration.ofSeconds(2), NO_QUEUE);
		assertThat(this.one.renew(1, LEASE).remaining()).isEqualTo(LEASE);
		assertThat(this.one.renew(1, Duration.ofSeconds(1)).remaining()).isGreaterThan(Duration.ofSeconds(10));
	}

	@Test
	void renewalDoesNotReviveALeaseThatHasEnded() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.one.inspect().hold()).isNull();
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(AcquisitionState.LOST);
	}

	@Test
	void renewalOfSomebodyElsesLockDoesNothing() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(this.two.renew(1, Duration.ofHours(1)).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.renew(1, shortLease()).remaining()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void renewalOfAReleasedAcquisitionSaysReleased() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.release(1);
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(AcquisitionState.RELEASED);
	}

	@Test
	void manyLeasesAreRenewedEachByItself() {
		// a slow store needs long for each of them
		Duration lease = LEASE.multipliedBy(12);
		this.one.acquire(1, lease, NO_QUEUE);
		List<String> others = IntStream.range(0, 300).mapToObj((i) -> this.key + "-" + i).toList();
		others.forEach((other) -> this.one
			.done(this.one.session.acquire(new AcquireRequest(other, 2, lease, OWNER, NO_QUEUE))));
		this.one.done(this.one.session.release(others.get(7), 2));
		List<RenewRequest> requests = new ArrayList<>();
		requests.add(new RenewRequest(this.key + "-never", 3, lease));
		others.forEach((other) -> requests.add(new RenewRequest(other, 2, lease.multipliedBy(2))));
		requests.add(new RenewRequest(this.key, 1, Duration.ofMillis(1)));
		List<StoreAnswer> answers = this.one.session.renew(requests).stream().map(this.one::done).toList();
		assertThat(answers).hasSameSizeAs(requests);
		assertThat(answers.get(0).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(answers.get(1 + 7).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(answers.subList(9, 301)).allSatisfy((answer) -> {
			assertThat(answer.state()).isEqualTo(AcquisitionState.GRANTED);
			assertThat(answer.remaining()).isEqualTo(lease.multipliedBy(2));
			assertThat(answer.token()).isPositive();
			assertThat(answer.clock().micros()).isPositive();
		});
		assertThat(answers.get(301).remaining()).isBetween(Duration.ofMillis(2), lease);
		others.forEach((other) -> this.one.done(this.one.session.release(other, 2)));
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aRenewalOfManyDoesNotReviveALeaseThatHasEndedAndHandsTheLockOver() {
		this.two.listen();
		this.one.acquire(1, Duration.ofSeconds(1), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		awaitInTime(() -> this.one.inspect().hold() == null);
		List<RenewRequest> requests = List.of(new RenewRequest(this.key, 1, LEASE),
				new RenewRequest(this.key + "-other", 1, LEASE));
		List<AcquisitionState> states = this.one.session.renew(requests)
			.stream()
			.map((stage) -> this.one.done(stage).state())
			.toList();
		assertThat(states).containsExactly(AcquisitionState.LOST, AcquisitionState.UNKNOWN);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aLateExpiryOfAnOlderAcquisitionDoesNotForgetANewerOne() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		assertThat(this.one.release(2).state()).isEqualTo(AcquisitionState.UNKNOWN);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.UNKNOWN);
	}

	@Test
	void tokensGrowWithEveryGrant() {
		long last = 0;
		for (int i = 1; i <= 100; i++) {
			Participant participant = (i % 2 == 0) ? this.one : this.two;
			long token = participant.acquire(i, LEASE, NO_QUEUE).token();
			assertThat(token).isGreaterThan(last);
			participant.release(i);
			last = token;
		}
	}

	@Test
	void theRecordTellsPeopleWhoHoldsTheLock() {
		StoreAnswer held = this.one.acquire(5, LEASE, NO_QUEUE);
		LockRecord.Hold hold = this.two.inspect().hold();
		assertThat(hold).isNotNull();
		assertThat(hold.instance()).isEqualTo(this.one.instance);
		assertThat(hold.sequence()).isEqualTo(5);
		assertThat(hold.owner()).isEqualTo(OWNER);
		assertThat(hold.token()).isEqualTo(held.token());
		assertThat(hold.remaining()).isPositive().isLessThanOrEqualTo(LEASE);
		Instant answeredAt = Instant.ofEpochMilli(held.clock().micros() / 1000);
		assertThat(hold.since()).isBetween(answeredAt.minusSeconds(5), answeredAt);
	}

	@Test
	void onlyOneOfManyThatAskAtOnceIsGranted() throws InterruptedException {
		int contenders = 8;
		Queue<StoreAnswer> answers = new ConcurrentLinkedQueue<>();
		CountDownLatch done = new CountDownLatch(contenders);
		for (int i = 0; i < contenders; i++) {
			Participant participant = new Participant();
			new Thread(() -> {
				answers.add(participant.acquire(1, LEASE, NO_QUEUE));
				done.countDown();
			}).start();
		}
		assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(answers).filteredOn((answer) -> answer.state() == AcquisitionState.GRANTED).hasSize(1);
	}

	@Test
	void aClosedSessionFailsAndNeverHangs() {
		this.three.session.close();
		assertThat(this.three.session.acquire(new AcquireRequest(this.key, 1, LEASE, OWNER, NO_QUEUE)))
			.failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withRootCauseInstanceOf(StoreException.class);
	}

}
