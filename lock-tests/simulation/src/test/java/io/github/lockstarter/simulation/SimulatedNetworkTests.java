package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.MemoryServer.Hearing;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the harm that the simulated network and server can do.
 */
class SimulatedNetworkTests {

	private static final Duration LEASE = Duration.ofSeconds(10);

	private final SimulatedTime time = new SimulatedTime(3);

	private final Journal journal = new Journal(this.time, false);

	private final SimulatedServer server = new SimulatedServer(this.time, this.journal);

	private final SimulatedLink link = new SimulatedLink(this.time);

	private final List<Long> grants = new ArrayList<>();

	private int interruptions;

	private final SimulatedSession waiter = session("waiter", this.link);

	private final SimulatedSession holder = session("holder", new SimulatedLink(this.time));

	private SimulatedSession session(String name, SimulatedLink way) {
		SimulatedStore store = new SimulatedStore(new SimulatedMachine(this.time, name), this.server, way,
				this.journal);
		return (SimulatedSession) store.open(name, new GrantListener() {

			@Override
			public void granted(GrantNotification grant) {
				SimulatedNetworkTests.this.grants.add(grant.sequence());
			}

			@Override
			public void revoked(String key, long sequence) {
				SimulatedNetworkTests.this.grants.add(-sequence);
			}

			@Override
			public void grantsMayBeLost() {
				SimulatedNetworkTests.this.interruptions++;
			}

		});
	}

	private void goOn(double seconds) {
		long until = this.time.now() + (long) (seconds * SimulatedTime.SECOND);
		while (this.time.step(until)) {
			// the step is all there is to do
		}
	}

	private CompletableFuture<StoreAnswer> acquire(SimulatedSession session, long sequence) {
		return session.acquire(request("k", sequence)).toCompletableFuture();
	}

	private static AcquireRequest request(String key, long sequence) {
		return new AcquireRequest(key, sequence, LEASE, new Owner("", "", ""), Duration.ofSeconds(3));
	}

	private void waitForTheHolder() {
		CompletionStage<Void> listening = this.waiter.listen("k");
		acquire(this.holder, 1);
		goOn(0.01);
		assertThat(listening.toCompletableFuture()).isCompleted();
		CompletableFuture<StoreAnswer> queued = acquire(this.waiter, 1);
		goOn(0.01);
		assertThat(queued.join().state()).isEqualTo(AcquisitionState.QUEUED);
	}

	private static void assertPassing(CompletableFuture<?> stage) {
		assertThat(stage).isCompletedExceptionally();
		assertThat(stage.handle((result, failure) -> failure).join()).satisfiesAnyOf(
				(failure) -> assertThat(failure).isInstanceOf(StoreException.class),
				(failure) -> assertThat(failure).hasCauseInstanceOf(StoreException.class));
	}

	@Test
	void aRequestThatIsLostFailsAfterFiveSeconds() {
		this.link.lossToServer = 1;
		CompletableFuture<StoreAnswer> answer = acquire(this.waiter, 1);
		goOn(4.9);
		assertThat(answer).isNotDone();
		goOn(0.2);
		assertPassing(answer);
		assertThat(this.server.records().inspect("k").hold()).isNull();
	}

	@Test
	void anAnswerThatIsLostLeavesTheLockHeld() {
		this.link.lossToClient = 1;
		CompletableFuture<StoreAnswer> answer = acquire(this.waiter, 1);
		goOn(5.1);
		assertPassing(answer);
		assertThat(this.server.records().inspect("k").hold()).isNotNull();
	}

	@Test
	void aRequestThatIsRepeatedIsAnsweredOnce() {
		this.link.repetition = 1;
		CompletableFuture<StoreAnswer> answer = acquire(this.waiter, 1);
		goOn(0.1);
		assertThat(answer.join().state()).isEqualTo(AcquisitionState.GRANTED);
		this.waiter.release("k", 1);
		goOn(5);
		assertThat(this.server.records().inspect("k").hold()).isNull();
	}

	@Test
	void whatIsAskedForTogetherIsNotForgottenBeforeAllIsKnown() {
		List<AcquireRequest> both = List.of(request("a", 1), request("b", 2));
		both.forEach(this.holder::acquire);
		goOn(0.01);
		both.forEach(this.waiter::acquire);
		goOn(0.01);
		this.holder.release("a", 1);
		goOn(0.01);
		List<CompletionStage<StoreAnswer>> answers = this.waiter.acquire(both);
		this.waiter.releaseWithoutMark("a", 1, 0, Duration.ZERO);
		goOn(0.1);
		assertThat(answers).extracting((answer) -> answer.toCompletableFuture().join().state())
			.containsExactly(AcquisitionState.RELEASED, AcquisitionState.QUEUED);
		assertThat(this.server.records().inspect("a").hold()).isNull();
	}

	@Test
	void aConnectionThatIsCutFailsWhatIsUnderWayAndTheNextOneWorks() {
		acquire(this.waiter, 1);
		goOn(0.01);
		CompletableFuture<StoreAnswer> answer = acquire(this.waiter, 1);
		this.waiter.connection(false).cut(0);
		goOn(0.01);
		assertPassing(answer);
		CompletableFuture<StoreAnswer> next = acquire(this.waiter, 1);
		goOn(0.01);
		assertThat(next.join().state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aConnectionThatIsRefusedFailsAtOnceAndOneThatIsSwallowedAfterTwoSeconds() {
		this.link.refusing = true;
		CompletableFuture<StoreAnswer> refused = acquire(this.waiter, 1);
		goOn(0.01);
		assertPassing(refused);
		this.link.refusing = false;
		this.link.swallowing = true;
		CompletableFuture<StoreAnswer> swallowed = acquire(this.waiter, 1);
		goOn(1.9);
		assertThat(swallowed).isNotDone();
		goOn(0.2);
		assertPassing(swallowed);
	}

	@Test
	void aSubscriptionThatIsSwallowedFailsAfterASecond() {
		this.link.swallowingSubscriptions = true;
		CompletableFuture<Void> listening = this.waiter.listen("k").toCompletableFuture();
		goOn(0.9);
		assertThat(listening).isNotDone();
		goOn(0.2);
		assertPassing(listening);
		assertThat(this.waiter.isListening("k")).isFalse();
	}

	@Test
	void aDeafSubscriptionIsCountedAndHearsNothing() {
		waitForTheHolder();
		this.waiter.connection(true).silentToClient = true;
		this.holder.release("k", 1);
		goOn(1);
		assertThat(this.grants).isEmpty();
		assertThat(this.waiter.isListening("k")).isTrue();
		assertThat(this.server.isListening("waiter")).isTrue();
	}

	@Test
	void aSubscriptionThatIsDeafIsReplacedWhenItsProbeIsLost() {
		waitForTheHolder();
		SimulatedConnection deaf = this.waiter.connection(true);
		deaf.silentToClient = true;
		this.waiter.missed("k");
		goOn(0.9);
		assertThat(deaf.isOpen()).isTrue();
		goOn(0.2);
		assertThat(deaf.isOpen()).isFalse();
		assertThat(this.waiter.isListening("k")).isFalse();
		assertThat(this.waiter.hearing()).isEqualTo(Hearing.DEAF);
		assertThat(this.interruptions).isOne();
		this.waiter.listen("k");
		goOn(0.1);
		assertThat(this.waiter.hearing()).isEqualTo(Hearing.TOLD);
		acquire(this.waiter, 1);
		goOn(0.1);
		this.holder.release("k", 1);
		goOn(0.1);
		assertThat(this.grants).containsExactly(1L);
	}

	@Test
	void aSubscriptionThatWorksProvesItself() {
		waitForTheHolder();
		SimulatedConnection works = this.waiter.connection(true);
		this.waiter.missed("k");
		goOn(3);
		assertThat(works.isOpen()).isTrue();
		assertThat(this.interruptions).isZero();
	}

	@Test
	void aSubscriptionThatIsCutIsToldAndTheWaiterIsOutOfReach() {
		waitForTheHolder();
		this.waiter.connection(true).cut(0);
		goOn(0.1);
		assertThat(this.interruptions).isOne();
		assertThat(this.server.isListening("waiter")).isFalse();
	}

	@Test
	void aSubscriptionThatTheServerDoesNotKnowIsReplaced() {
		waitForTheHolder();
		this.server.subscribers().remove(this.waiter.connection(true));
		acquire(this.waiter, 1);
		goOn(0.1);
		assertThat(this.waiter.isListening("k")).isFalse();
	}

	@Test
	void aSilentConnectionIsReplaced() {
		waitForTheHolder();
		SimulatedConnection silent = this.waiter.connection(false);
		silent.silentToServer = true;
		acquire(this.waiter, 1);
		goOn(5.1);
		assertThat(silent.isOpen()).isFalse();
		assertThat(this.interruptions).isOne();
	}

	@Test
	void aServerThatRestartsHasForgottenEverything() {
		waitForTheHolder();
		this.server.restart();
		assertThat(this.server.records().keys()).isEmpty();
		assertThat(this.server.isListening("waiter")).isFalse();
		assertThat(this.server.restarts()).isOne();
	}

	@Test
	void aFullServerRefusesNewRecordsAndServesOldOnes() {
		acquire(this.holder, 1);
		goOn(0.01);
		this.server.condition().setFull(true);
		CompletableFuture<StoreAnswer> queued = acquire(this.waiter, 1);
		CompletableFuture<StoreAnswer> fresh = this.waiter
			.acquire(new AcquireRequest("other", 2, LEASE, new Owner("", "", ""), Duration.ZERO))
			.toCompletableFuture();
		goOn(0.01);
		assertThat(queued).isCompleted();
		assertPassing(fresh);
	}

}
