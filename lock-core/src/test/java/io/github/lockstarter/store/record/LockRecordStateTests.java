package io.github.lockstarter.store.record;

import java.time.Duration;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.StoreAnswer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what happens to a {@link LockRecordState} as time passes.
 */
class LockRecordStateTests {

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final Acquisition HOLDER = new Acquisition("one", 1);

	private static final Acquisition WAITER = new Acquisition("two", 1);

	private LockRecordState record = LockRecordState.empty("k");

	private static Moment at(long millis) {
		return new Moment(millis * 1000, "server", (instance) -> true);
	}

	private static AcquireRequest request(long sequence, Duration placeTimeout) {
		return new AcquireRequest("k", sequence, LEASE, new Owner("shop", "web-1", "main"), placeTimeout);
	}

	private StoreAnswer acquire(Acquisition who, Way way, long millis) {
		return changed(this.record.acquire(who, request(who.sequence(), LEASE), way, at(millis))).answer();
	}

	private Reply<StoreAnswer> release(long millis) {
		return changed(this.record.release(HOLDER, 0, Duration.ZERO, at(millis), false));
	}

	private <T> Reply<T> changed(Reply<T> reply) {
		this.record = reply.record();
		return reply;
	}

	@Test
	void aWaiterHasAsLongToClaimItsGrantAsItsPlaceWasToBeKept() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(WAITER, Way.TOLD, 1001);
		assertThat(release(2000).messages()).singleElement()
			.isInstanceOfSatisfying(Message.Granted.class, (message) -> {
				assertThat(message.instance()).isEqualTo("two");
				assertThat(message.grant().deadlineMillis()).isEqualTo(1001 + LEASE.toMillis());
			});
		assertThat(acquire(WAITER, Way.TOLD, 1001 + LEASE.toMillis()).state()).isEqualTo(AcquisitionState.LOST);
	}

	@Test
	void aWaiterThatCannotBeToldHasUntilItsNextRequest() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(WAITER, Way.DEAF, 1001);
		assertThat(release(2000).messages()).isEmpty();
		assertThat(acquire(WAITER, Way.DEAF, 3499).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aWaiterThatNobodyListensForIsPassedOverUnlessItCannotBeToldAnyway() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(WAITER, Way.TOLD, 1001);
		acquire(new Acquisition("three", 1), Way.DEAF, 1002);
		changed(this.record.release(HOLDER, 0, Duration.ZERO, new Moment(2_000_000, "server", (instance) -> false),
				false));
		assertThat(this.record.inspect(at(2000)).hold()).isNotNull()
			.extracting(LockRecord.Hold::instance)
			.isEqualTo("three");
	}

	@Test
	void aWaiterThatStartsToListenIsToldFromThenOn() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(WAITER, Way.DEAF, 1001);
		acquire(WAITER, Way.TOLD, 1002);
		assertThat(release(2000).messages()).hasSize(1);
	}

	@Test
	void aFreeRecordIsForgottenFiveSecondsAfterItsLastChange() {
		acquire(HOLDER, Way.TOLD, 1000);
		release(2000);
		assertThat(acquire(HOLDER, Way.TOLD, 6999).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.record.isForgotten(at(6999))).isFalse();
		assertThat(this.record.isForgotten(at(7000))).isTrue();
		assertThat(acquire(HOLDER, Way.TOLD, 7000).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aLossIsRememberedForFiveSecondsAfterItsRelease() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(WAITER, Way.TOLD, 11_000);
		changed(this.record.release(WAITER, 0, Duration.ZERO, at(11_001), true));
		assertThat(release(15_000).answer().state()).isEqualTo(AcquisitionState.LOST);
		assertThat(acquire(HOLDER, Way.TOLD, 19_999).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(acquire(HOLDER, Way.TOLD, 20_000).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void whatWasReleasedAfterALaterOneIsRememberedAsLong() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(new Acquisition("one", 2), Way.TOLD, 11_000);
		changed(this.record.release(new Acquisition("one", 2), 0, Duration.ZERO, at(12_000), false));
		assertThat(release(15_000).answer().state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(acquire(HOLDER, Way.TOLD, 19_999).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(acquire(HOLDER, Way.TOLD, 20_000).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aGrantToAPlaceFromBeforeTheClockWasSetBackEndsSoon() {
		acquire(HOLDER, Way.TOLD, 3_600_000);
		acquire(WAITER, Way.TOLD, 3_600_001);
		release(1000);
		assertThat(this.record.inspect(at(15_999)).holds()).hasSize(1);
		assertThat(this.record.inspect(at(16_000)).holds()).isEmpty();
	}

	@Test
	void aRecordIsKeptBeyondTheLeaseOfAHolderThatDied() {
		acquire(HOLDER, Way.TOLD, 1000);
		assertThat(this.record.isForgotten(at(15_999))).isFalse();
		assertThat(this.record.isForgotten(at(16_000))).isTrue();
	}

	@Test
	void aRecordIsKeptUntilTheClockIsBeyondItsTokens() {
		long token = acquire(HOLDER, Way.TOLD, 60_000).token();
		release(60_001);
		long after = acquire(WAITER, Way.TOLD, 1000).token();
		assertThat(after).isGreaterThan(token);
		changed(this.record.release(WAITER, 0, Duration.ZERO, at(1001), false));
		assertThat(this.record.isForgotten(at(60_000))).isFalse();
		assertThat(this.record.isForgotten(at(66_000))).isTrue();
	}

	@Test
	void aRequestLeavesTheRecordThatItWasMadeOfAsItWas() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(WAITER, Way.TOLD, 1001);
		LockRecordState before = this.record;
		LockRecord seen = before.inspect(at(2000));
		release(2000);
		assertThat(before.inspect(at(2000))).isEqualTo(seen);
		this.record = before;
		assertThat(acquire(HOLDER, Way.TOLD, 2000).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void whoLooksChangesNothing() {
		acquire(HOLDER, Way.TOLD, 1000);
		acquire(WAITER, Way.TOLD, 1001);
		assertThat(this.record.inspect(at(12_000))).isEqualTo(LockRecord.free(0));
		assertThat(this.record.inspect(at(2000)).waiters()).isOne();
	}

}
