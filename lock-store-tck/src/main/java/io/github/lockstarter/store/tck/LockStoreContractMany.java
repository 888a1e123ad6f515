package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.store.AcquisitionState.GRANTED;
import static io.github.lockstarter.store.AcquisitionState.LOST;
import static io.github.lockstarter.store.AcquisitionState.REFUSED;
import static io.github.lockstarter.store.AcquisitionState.RELEASED;
import static io.github.lockstarter.store.AcquisitionState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about several locks that are taken,
 * or released, together.
 */
@NullMarked
abstract class LockStoreContractMany extends LockStoreContractFair {

	/** More than a store is likely to take in one step. */
	private static final int MANY = 450;

	/** Many locks, taken one after the other from a slow store, outlast a short lease. */
	private static final Duration LONG_LEASE = LEASE.multipliedBy(3);

	/** Locks with numbers to release after the test. */
	private final List<ReleaseRequest> taken = new ArrayList<>();

	private String key(int index) {
		return (index == 0) ? this.key : this.key + "-" + index;
	}

	/** From a number on, one for each of the first keys. */
	private List<AcquireRequest> requests(int count, long first) {
		return IntStream.range(0, count).mapToObj((index) -> request(index, first + index)).toList();
	}

	private AcquireRequest request(int index, long number) {
		return new AcquireRequest(key(index), number, LONG_LEASE, OWNER, NO_QUEUE);
	}

	private List<StoreAnswer> ask(Participant who, List<AcquireRequest> requests) {
		List<StoreAnswer> answers = who.session.acquireInOrder(requests).stream().map(who::done).toList();
		assertThat(answers).hasSameSizeAs(requests);
		if (who == this.one) {
			requests.forEach((asked) -> this.taken.add(new ReleaseRequest(asked.key(), asked.sequence(), 0)));
		}
		return answers;
	}

	/** Number of answers that are grants, from the first on. */
	private static int granted(List<StoreAnswer> answers) {
		int granted = 0;
		while (granted < answers.size() && answers.get(granted).state() == GRANTED) {
			granted++;
		}
		return granted;
	}

	private StoreAnswer acquire(Participant who, int index, long number) {
		return who.done(who.session.acquire(request(index, number)));
	}

	private StoreAnswer release(Participant who, int index, long number) {
		return who.done(who.session.release(key(index), number));
	}

	private LockRecord inspect(int index) {
		return this.one.done(this.one.session.inspect(key(index)));
	}

	private List<AcquisitionState> releaseAll(List<ReleaseRequest> requests) {
		return this.one.session.releaseWithoutMark(requests)
			.stream()
			.map((stage) -> this.one.done(stage).state())
			.toList();
	}

	private List<ReleaseRequest> releases(int count, long first) {
		return IntStream.range(0, count).mapToObj((index) -> new ReleaseRequest(key(index), first + index, 0)).toList();
	}

	@AfterEach
	void leavesNoneOfMany() {
		this.taken.forEach((each) -> this.one.done(this.one.session.release(each.key(), each.sequence())));
	}

	@Test
	void ofSeveralFreeLocksAtLeastTheFirstIsGranted() {
		List<StoreAnswer> answers = ask(this.one, requests(3, 1));
		assertThat(granted(answers)).isPositive();
		assertThat(answers.subList(0, granted(answers))).allSatisfy((answer) -> {
			assertThat(answer.token()).isPositive();
			assertThat(answer.remaining()).isEqualTo(LONG_LEASE);
			assertThat(answer.clock().micros()).isPositive();
		});
		LockRecord.Hold hold = this.one.hold();
		assertThat(hold.sequence()).isEqualTo(1);
		assertThat(hold.token()).isEqualTo(answers.get(0).token());
		assertThat(hold.owner()).isEqualTo(OWNER);
	}

	@Test
	void manyFreeLocksAreTakenWithAsManyListsAsItTakes() {
		List<AcquireRequest> left = requests(MANY, 1);
		while (!left.isEmpty()) {
			List<StoreAnswer> answers = ask(this.one, left);
			int granted = granted(answers);
			assertThat(granted).isPositive();
			left = left.subList(granted, left.size());
		}
		for (int index = 0; index < MANY; index++) {
			LockRecord.Hold hold = inspect(index).hold();
			assertThat(hold).isNotNull();
			assertThat(hold.sequence()).isEqualTo(1 + index);
			assertThat(hold.instance()).isEqualTo(this.one.instance);
		}
	}

	@Test
	void aLockThatIsHeldIsNotGrantedNorQueuedFor() {
		acquire(this.two, 2, 1);
		List<StoreAnswer> answers = ask(this.one, requests(5, 1));
		assertThat(granted(answers)).isBetween(1, 2);
		assertThat(answers.get(2).state()).isEqualTo(REFUSED);
		assertThat(inspect(2).hold()).isNotNull().extracting(LockRecord.Hold::instance).isEqualTo(this.two.instance);
		assertThat(inspect(2).waiters()).isZero();
		release(this.two, 2, 1);
	}

	@Test
	void whatWasPassedOverIsNotHeld() {
		acquire(this.two, 1, 1);
		List<StoreAnswer> answers = ask(this.one, requests(5, 1));
		assertThat(answers.get(1).state()).isEqualTo(REFUSED);
		for (int index = 2; index < 5; index++) {
			boolean granted = answers.get(index).state() == GRANTED;
			assertThat(answers.get(index).state()).isIn(GRANTED, REFUSED);
			assertThat(inspect(index).holds()).hasSize(granted ? 1 : 0);
		}
		release(this.two, 1, 1);
	}

	@Test
	void whoeverIsPassedOverGetsTheLockByItself() {
		acquire(this.two, 1, 1);
		ask(this.one, requests(3, 1));
		release(this.two, 1, 1);
		assertThat(acquire(this.one, 1, 2).state()).isEqualTo(GRANTED);
		assertThat(acquire(this.one, 2, 3).state()).isEqualTo(GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aListOvertakesNobodyWhoWaits() {
		this.two.listen();
		this.three.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.release(1);
		assertThat(ask(this.one, requests(2, 1)).get(0).state()).isEqualTo(REFUSED);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(GRANTED);
	}

	@Test
	void aListThatComesTwiceChangesNoToken() {
		List<AcquireRequest> requests = requests(3, 1);
		int granted = granted(ask(this.one, requests));
		List<Long> tokens = IntStream.range(0, granted).mapToObj((index) -> token(inspect(index))).toList();
		ask(this.one, requests);
		assertThat(IntStream.range(0, granted).mapToObj((index) -> token(inspect(index)))).isEqualTo(tokens);
		assertThat(acquire(this.one, 0, 1).token()).isEqualTo(tokens.get(0));
	}

	private static long token(LockRecord record) {
		LockRecord.Hold hold = record.hold();
		return (hold != null) ? hold.token() : 0;
	}

	@Test
	void whatHasFinishedIsNotGrantedByAListThatComesLate() {
		ask(this.one, requests(1, 1));
		release(this.one, 0, 1);
		release(this.one, 1, 2);
		List<StoreAnswer> answers = ask(this.one, requests(3, 1));
		assertThat(answers.get(0).state()).isIn(REFUSED, RELEASED);
		assertThat(answers.get(1).state()).isIn(REFUSED, UNKNOWN);
		assertThat(inspect(0).hold()).isNull();
		assertThat(inspect(1).hold()).isNull();
	}

	@Test
	void manyLocksAreReleasedEachByItself() {
		requests(MANY, 1).forEach((request) -> this.one.done(this.one.session.acquire(request)));
		release(this.one, 7, 8);
		assertThat(acquire(this.two, 7, 1).state()).isEqualTo(GRANTED);
		List<AcquisitionState> states = releaseAll(releases(MANY, 1));
		assertThat(states.get(7)).isEqualTo(RELEASED);
		assertThat(states).hasSize(MANY).containsOnly(RELEASED);
		for (int index = 0; index < MANY; index++) {
			assertThat(inspect(index).hold() == null).isEqualTo(index != 7);
		}
		release(this.two, 7, 1);
	}

	@Test
	void whatWasNeverAcquiredOrIsLostIsSaidOfEach() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		acquire(this.one, 2, 3);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(releaseAll(releases(3, 1))).containsExactly(LOST, UNKNOWN, RELEASED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aReleaseOfManyHandsALockOverToWhoeverWaits() {
		this.two.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		acquire(this.one, 1, 2);
		this.two.acquire(1, LEASE, KEEP);
		assertThat(releaseAll(releases(2, 1))).containsExactly(RELEASED, RELEASED);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(GRANTED);
	}

	@Test
	void aReleaseOfManyThatComesTwiceTouchesNoLaterHolder() {
		requests(2, 1).forEach((request) -> this.one.done(this.one.session.acquire(request)));
		releaseAll(releases(2, 1));
		long token = this.one.acquire(3, LEASE, NO_QUEUE).token();
		assertThat(releaseAll(releases(2, 1))).allMatch((state) -> state == RELEASED || state == UNKNOWN);
		assertThat(this.one.renew(3, LEASE).token()).isEqualTo(token);
	}

	@Test
	void tokensThatWereUsedAreNotGrantedAgainAfterAReleaseOfMany() {
		int passes = 1_000_000;
		long token = this.one.acquire(1, LEASE, NO_QUEUE, passes).token();
		acquire(this.one, 1, 2);
		List<ReleaseRequest> both = List.of(new ReleaseRequest(this.key, 1, passes), new ReleaseRequest(key(1), 2, 0));
		assertThat(releaseAll(both)).containsExactly(RELEASED, RELEASED);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isGreaterThan(token + passes);
	}

	@Test
	void aClosedSessionFailsForEachOfMany() {
		this.three.session.close();
		assertThat(this.three.session.acquireInOrder(requests(2, 1)).get(0)).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.isInstanceOf(ExecutionException.class);
		assertThat(this.three.session.releaseWithoutMark(releases(2, 1)))
			.allSatisfy((stage) -> assertThat(stage).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class));
	}

}
