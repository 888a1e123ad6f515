package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.NoMajorityException;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.store.quorum.SteppedLink.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

/**
 * Tests for the decisions of a quorum while nodes fail.
 */
class QuorumTests {

	private final SteppedQuorum quorum = SteppedQuorum.ofThree();

	private final SteppedQuorum.Client one = this.quorum.client();

	private final SteppedQuorum.Client two = this.quorum.client();

	private List<LockRecord.Hold> holds() {
		return this.quorum.nodes.stream().flatMap((node) -> node.records().inspect("key").holds().stream()).toList();
	}

	@Test
	void aMinorityThatIsDownChangesNothing() {
		this.one.link(State.REFUSED, 1);
		this.two.link(State.LOSES_REQUESTS, 2);
		StoreAnswer held = this.one.acquire(1);
		assertThat(held.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.two.acquire(1).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.one.renew(1).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.renew(1).token()).isEqualTo(held.token());
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.two.acquire(2)).satisfies((next) -> {
			assertThat(next.state()).isEqualTo(AcquisitionState.GRANTED);
			assertThat(next.token()).isGreaterThan(held.token());
		});
	}

	@Test
	void aMinorityIsToldWithTheTroubleOfEachNodeWithinTheTimeoutOfANode() {
		this.one.link(State.REFUSED, 0);
		this.one.link(State.LOSES_REQUESTS, 2);
		CompletableFuture<StoreAnswer> asked = this.one.session.acquire(this.one.request(1)).toCompletableFuture();
		this.quorum.time.pass(SteppedQuorum.TIMEOUT);
		assertThatThrownBy(asked::join).hasCauseInstanceOf(NoMajorityException.class)
			.cause()
			.asInstanceOf(type(NoMajorityException.class))
			.satisfies((failure) -> {
				assertThat(failure.troubles()).containsOnlyKeys("node-0", "node-2");
				assertThat(failure.isPassing()).isTrue();
				assertThat(failure).hasMessage("1 of 3 lock servers answer, 2 are needed; node-0: connection refused;"
						+ " node-2: no answer within 50 ms");
			});
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThat(holds()).isEmpty();
	}

	@Test
	void toConnectForTheFirstTimeMayTakeLonger() {
		this.one.link(State.LOSES_REQUESTS, 0, 1, 2);
		for (long number = 1; number <= 5; number++) {
			CompletableFuture<StoreAnswer> asked = this.one.session.acquire(this.one.request(number))
				.toCompletableFuture();
			this.quorum.time.pass(SteppedQuorum.TIMEOUT);
			assertThatThrownBy(asked::join).cause()
				.asInstanceOf(type(NoMajorityException.class))
				.matches(StoreException::isPassing);
		}
	}

	@Test
	void onceAMinorityIsKnownNobodyWaitsAndAMajorityIsFoundWithinASecondOfItsReturn() {
		this.one.acquire(100);
		this.one.release(100);
		this.one.link(State.LOSES_REQUESTS, 0, 1);
		long number = 101;
		for (; number <= 103; number++) {
			failure(number);
			this.quorum.time.pass(Duration.ofMillis(500));
		}
		CompletableFuture<StoreAnswer> asked = this.one.session.acquire(this.one.request(number++))
			.toCompletableFuture();
		this.quorum.time.pass(Duration.ofMillis(1));
		assertThatThrownBy(asked::join).cause()
			.asInstanceOf(type(NoMajorityException.class))
			.matches((failure) -> !failure.isPassing());
		this.one.link(State.UP, 0, 1);
		this.quorum.time.pass(Duration.ofSeconds(1));
		assertThat(this.one.acquire(number).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	private void failure(long number) {
		CompletableFuture<StoreAnswer> asked = this.one.session.acquire(this.one.request(number)).toCompletableFuture();
		this.quorum.time.pass(SteppedQuorum.TIMEOUT);
		assertThat(asked).isCompletedExceptionally();
	}

	@Test
	void aRequestThatIsRepeatedGetsNothingThatTheOneBeforeItGivesBack() {
		this.one.link(State.LOSES_REQUESTS, 2);
		this.two.link(State.LOSES_REQUESTS, 0, 2);
		this.two.session.acquire(this.two.request(1));
		this.quorum.time.pass(Duration.ofMillis(1));
		this.one.session.acquire(this.one.request(1));
		this.quorum.time.pass(SteppedQuorum.TIMEOUT.minus(Duration.ofNanos(500_000)));
		CompletionStage<StoreAnswer> again = this.one.session.acquire(this.one.request(1));
		assertThat(this.quorum.done(again).state()).isEqualTo(AcquisitionState.UNKNOWN);
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThat(holds()).isEmpty();
		this.one.link(State.UP, 2);
		assertThat(this.one.acquire(2).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aVoteThatComesLateIsReleasedLikeTheOthers() {
		this.quorum.nodes.get(2).freeze();
		this.one.acquire(1);
		this.one.release(1);
		this.quorum.time.pass(Duration.ofMillis(200));
		this.quorum.nodes.get(2).thaw();
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThat(holds()).isEmpty();
	}

	@Test
	void whatGotNoMajorityIsReleasedEverywhereAndItsNumberNeverGetsTheLock() {
		this.two.link(State.REFUSED, 1, 2);
		this.quorum.nodes.get(1).freeze();
		this.one.link(State.REFUSED, 2);
		CompletableFuture<StoreAnswer> asked = this.one.session.acquire(this.one.request(1)).toCompletableFuture();
		this.quorum.time.pass(Duration.ofMillis(60));
		assertThat(asked).isCompletedExceptionally();
		this.quorum.nodes.get(1).thaw();
		this.one.link(State.UP, 2);
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThat(holds()).isEmpty();
		assertThat(this.one.acquire(1).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.acquire(2).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aReleaseThatANodeDidNotGetIsRepeated() {
		this.one.acquire(1);
		this.one.link(State.REFUSED, 2);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(holds()).hasSize(1);
		this.one.link(State.UP, 2);
		this.quorum.time.pass(Duration.ofMillis(1100));
		assertThat(holds()).isEmpty();
	}

	@Test
	void nodesThatRestartOneAfterTheOtherDoNotWearOutAHold() {
		long token = this.one.acquire(1).token();
		for (SteppedNode node : this.quorum.nodes) {
			node.restart();
			assertThat(this.one.renew(1).state()).isEqualTo(AcquisitionState.GRANTED);
			this.quorum.time.pass(Duration.ofMillis(100));
		}
		assertThat(this.one.renew(1).token()).isEqualTo(token);
		assertThat(holds()).hasSize(3).allMatch((hold) -> hold.token() >= token);
		assertThat(this.quorum.done(this.two.session.inspect("key")).hold()).isNotNull()
			.extracting(LockRecord.Hold::instance)
			.isEqualTo(this.one.name);
	}

	@Test
	void aHoldThatAMajorityHasForgottenIsLost() {
		this.one.acquire(1);
		this.quorum.nodes.get(0).restart();
		this.quorum.nodes.get(1).restart();
		assertThat(this.one.renew(1).state()).isEqualTo(AcquisitionState.LOST);
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThat(holds()).hasSize(1);
	}

	@Test
	void nodesThatHaveRestartedGetNoVoteUntilNoLeaseCanLastThatTheyForgot() {
		this.one.acquire(1);
		this.one.link(State.REFUSED, 0, 1, 2);
		this.quorum.nodes.get(0).restart();
		this.quorum.nodes.get(1).restart();
		CompletableFuture<StoreAnswer> asked = this.two.session.acquire(this.two.request(1)).toCompletableFuture();
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThatThrownBy(asked::join).cause()
			.isInstanceOf(NoMajorityException.class)
			.hasMessageContaining("node-0: it started 0 s ago, and takes part again after 2 s");
		this.quorum.time.pass(SteppedQuorum.LEASE);
		assertThat(this.two.acquire(2).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aServerThatIsAnotherOneThanBeforeGetsNoVoteEvenIfItSaysThatItHasBeenUpForLong() {
		this.one.acquire(1);
		assertThat(this.two.acquire(1).state()).isEqualTo(AcquisitionState.REFUSED);
		this.quorum.nodes.get(0).restartWithItsClockBehind();
		this.quorum.nodes.get(1).restartWithItsClockBehind();
		CompletableFuture<StoreAnswer> asked = this.two.session.acquire(this.two.request(2)).toCompletableFuture();
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThatThrownBy(asked::join).cause()
			.isInstanceOf(NoMajorityException.class)
			.hasMessageContaining("node-0: its server was restarted or replaced, as was noticed 0 s ago, and takes part"
					+ " again after 2 s");
		this.quorum.time.pass(SteppedQuorum.LEASE);
		assertThat(this.two.acquire(3).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aServerThatHasSaidThatItIsNewIsNotTakenForNewAgain() {
		this.two.acquire(1);
		this.two.release(1);
		this.quorum.nodes.get(0).restart();
		for (int number = 2; number < 6; number++) {
			this.two.acquire(number);
			this.two.release(number);
			this.quorum.time.pass(SteppedQuorum.LEASE.dividedBy(4));
		}
		this.two.link(State.REFUSED, 1);
		assertThat(this.two.acquire(6).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aClientThatWantedNoVoteForLongTakesNewServersAtTheirWord() {
		assertThat(this.two.acquire(1).state()).isEqualTo(AcquisitionState.GRANTED);
		this.two.release(1);
		this.quorum.nodes.forEach(SteppedNode::restart);
		this.quorum.time.pass(SteppedQuorum.LEASE);
		assertThat(this.two.acquire(2).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void tokensGrowThoughTheNodeWhoseClockIsAheadIsNotInTheNextMajority() {
		SteppedQuorum apart = new SteppedQuorum(SteppedQuorum.LEASE, () -> 100_000);
		apart.node(Duration.ofSeconds(9), 1);
		apart.node(Duration.ZERO, 1);
		apart.node(Duration.ofSeconds(-9), 1);
		SteppedQuorum.Client first = apart.client();
		SteppedQuorum.Client second = apart.client();
		second.link(State.REFUSED, 0);
		StoreAnswer held = first.acquire(1);
		assertThat(held.state()).isEqualTo(AcquisitionState.GRANTED);
		first.release(1);
		assertThat(second.acquire(1).token()).isGreaterThan(held.token());
	}

	@Test
	void aHoldIsEndedByForceOnAllNodesAndItsInstanceIsToldOnce() {
		this.one.acquire(1);
		LockRecord.Hold hold = this.quorum.done(this.two.session.inspect("key")).hold();
		assertThat(this.quorum.done(this.two.session.forceRelease("key", hold))).isTrue();
		this.quorum.time.pass(Duration.ofMillis(10));
		assertThat(this.one.revoked).containsExactly(1L);
		assertThat(this.two.acquire(1).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void whatAMinorityHoldsIsShownAsFree() {
		this.one.link(State.LOSES_ANSWERS, 0, 1, 2);
		this.one.session.acquire(this.one.request(1));
		this.quorum.time.pass(Duration.ofMillis(1));
		this.quorum.nodes.get(0).restart();
		this.quorum.nodes.get(1).restart();
		assertThat(this.quorum.done(this.two.session.inspect("key")).holds()).isEmpty();
		assertThat(holds()).hasSize(1);
	}

	@Test
	void whatItCanNotKeepIsRefusedInWords() {
		assertThat(refusal(this.one.request(1).sharing(Share.READER))).contains("supports no read locks");
		assertThat(refusal(this.one.request(1).waiting(Duration.ZERO))).contains("'fair'");
		assertThat(refusal(
				new AcquireRequest("key", 1, Duration.ofSeconds(3), this.one.request(1).owner(), Duration.ZERO)))
			.contains("a lease of 3000 ms is longer than the longest");
	}

	@Test
	void oneLeaseThatIsTooLongFailsNoOtherRenewal() {
		this.one.acquire(1);
		Duration tooLong = SteppedQuorum.LEASE.plusMillis(1);
		List<CompletionStage<StoreAnswer>> renewed = this.one.session
			.renew(List.of(new RenewRequest("other", 2, tooLong), new RenewRequest("key", 1, SteppedQuorum.LEASE),
					new RenewRequest("another", 3, tooLong)));
		assertThat(this.quorum.done(renewed.get(1)).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(List.of(renewed.get(0), renewed.get(2)))
			.allSatisfy((refused) -> assertThat(refused).isCompletedExceptionally());
		assertThat(this.one.session.renew(List.of(new RenewRequest("other", 2, tooLong)))).hasSize(1);
	}

	private String refusal(AcquireRequest request) {
		CompletableFuture<StoreAnswer> asked = this.one.session.acquire(request).toCompletableFuture();
		return asked.handle((answer, thrown) -> {
			assertThat(Node.failure(thrown).isPassing()).isFalse();
			return Node.failure(thrown).getMessage();
		}).join();
	}

	@Test
	void oneServerUnderTwoNamesIsRefused() {
		SteppedQuorum.Client twice = this.quorum.client();
		SteppedNode node = this.quorum.nodes.get(0);
		QuorumLockStore store = new QuorumLockStore(
				List.of(new NamedStore("a", new SteppedLink(this.quorum.time, node, () -> 0)),
						new NamedStore("b", new SteppedLink(this.quorum.time, node, () -> 0)),
						new NamedStore("c", twice.links.get(1))),
				QuorumOptions.DEFAULT, this.quorum.time);
		CompletableFuture<StoreAnswer> asked = store.open("twice", twice)
			.acquire(twice.request(1))
			.toCompletableFuture();
		this.quorum.time.pass(Duration.ofMillis(1));
		assertThatThrownBy(asked::join).cause()
			.hasMessage("the lock servers 'a' and 'b' are the same server, which would have two votes;"
					+ " name each server once");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 2, 4 })
	void anEvenNumberIsRefused(int count) {
		List<NamedStore> stores = IntStream.range(0, count)
			.mapToObj((index) -> new NamedStore("node-" + index, StallProofMemory.newStore()))
			.toList();
		assertThatIllegalArgumentException().isThrownBy(() -> new QuorumLockStore(stores, QuorumOptions.DEFAULT))
			.withMessageContaining("use an odd number of them, such as 3 or 5");
	}

	@Test
	void aNameThatIsUsedTwiceIsRefused() {
		NamedStore store = new NamedStore("a:6379", StallProofMemory.newStore());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new QuorumLockStore(List.of(store, store, store), QuorumOptions.DEFAULT))
			.withMessageContaining("'a:6379' is named twice");
	}

}
