package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.queue.AcquisitionPhase.Asking;
import io.github.lockstarter.core.queue.AcquisitionPhase.AskingBehind;
import io.github.lockstarter.core.queue.AcquisitionPhase.Idle;
import io.github.lockstarter.core.queue.AcquisitionPhase.Pausing;
import io.github.lockstarter.core.queue.AcquisitionPhase.Queued;
import io.github.lockstarter.core.queue.AcquisitionPhase.Subscribing;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreFeature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreDialog}: one for each row of the table in docs/protocol.md.
 */
class StoreDialogTests {

	private static final Duration NOTHING = Duration.ZERO;

	private static final Duration MOMENT = Duration.ofNanos(1);

	private static final Duration UNANSWERED = Duration.ofSeconds(5);

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration BEHIND_READERS = Duration.ofMillis(5);

	private static final Duration RETRY = Duration.ofMillis(100);

	/** The first of a back-off, less or more a fifth. */
	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(40);

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(60);

	private static final LockOptions OTHER_LEASE = LockOptions.of(LockOption.LEASE_TIME, Duration.ofMinutes(1));

	private static final LockOptions READ = LockOptions.of(LockOption.KIND, LockKind.READ);

	private static final LockOptions FAIR = LockOptions.of(LockOption.FAIR, true);

	private static final LockOptions IMPATIENT = LockOptions.of(LockOption.WAIT_TIME, Duration.ZERO);

	private QueuesAtWork queues = new QueuesAtWork();

	private void lackAQueue() {
		this.queues = new QueuesAtWork(Set.of(StoreFeature.QUEUE));
	}

	private void assertState(Class<? extends AcquisitionPhase> expected) {
		assertThat(this.queues.state()).isInstanceOf(expected);
	}

	private void assertAsksAgain(Request before) {
		assertState(Asking.class);
		assertThat(this.queues.asked().sequence()).isEqualTo(before.sequence());
		assertThat(this.queues.session().released()).isEmpty();
	}

	private void assertAsksAnew(Request before) {
		assertState(Asking.class);
		assertThat(this.queues.asked().sequence()).isGreaterThan(before.sequence());
	}

	private void assertHeld(Waiter waiter) {
		assertThat(waiter.isServed()).isTrue();
		assertState(Idle.class);
		assertThat(this.queues.all().hold(QueuesAtWork.KEY)).isSameAs(waiter.join());
	}

	private void assertNothingHappensBefore(Duration deadline) {
		Class<? extends AcquisitionPhase> state = this.queues.state().getClass();
		this.queues.pass(deadline.minus(MOMENT));
		assertState(state);
		this.queues.assertNothingAsked();
		this.queues.pass(MOMENT);
	}

	private Request asking() {
		Request asked = this.queues.asked();
		assertState(Asking.class);
		return asked;
	}

	private Request queued() {
		Request asked = asking();
		asked.answer(AcquisitionState.QUEUED);
		assertState(Queued.class);
		return asked;
	}

	private Request pausing() {
		Request asked = asking();
		asked.fail();
		assertState(Pausing.class);
		return asked;
	}

	@Test
	void idleBecomesAskingWhenAWaiterBecomesTheHead() {
		assertState(Idle.class);
		Waiter first = this.queues.join();
		asking().answer(AcquisitionState.GRANTED);
		assertHeld(first);
		this.queues.join(OTHER_LEASE);
		assertState(Idle.class);
		QueuesAtWork.giveBack(first);
		asking();
	}

	@Test
	void idleBecomesAskingBehindWhenACallAsksForSeveralLocks() {
		Waiter holder = this.queues.join();
		asking().answer(AcquisitionState.GRANTED);
		List<Waiter> both = List.of(this.queues.waiter(QueuesAtWork.FIRST, LockOptions.NONE),
				this.queues.waiter(QueuesAtWork.KEY, LockOptions.NONE));
		assertThat(this.queues.all().joinBatch(both)).isEqualTo(1);
		assertState(Idle.class);
		this.queues.leave(both.get(0));
		QueuesAtWork.giveBack(holder);
		askingBehind((first) -> {
		});
	}

	private Waiter reading() {
		Waiter reader = this.queues.join(READ);
		this.queues.asked().answer(AcquisitionState.GRANTED);
		return reader;
	}

	@Test
	void idleBecomesPausingWhenAWriterWaitsForReadersOfItsJvm() {
		Waiter reader = reading();
		this.queues.join();
		assertState(Pausing.class);
		assertNothingHappensBefore(BEHIND_READERS);
		assertState(Asking.class);
		QueuesAtWork.giveBack(reader);
	}

	@Test
	void idleBecomesPausingAfterALeaseOfItsJvmWithoutAQueue() {
		lackAQueue();
		Waiter first = this.queues.join();
		asking().answer(AcquisitionState.GRANTED);
		this.queues.join(OTHER_LEASE);
		this.queues.pass(RETRY);
		QueuesAtWork.giveBack(first);
		assertState(Pausing.class);
		assertNothingHappensBefore(RETRY);
		assertState(Asking.class);
	}

	@Test
	void askingBecomesALeaseByGranted() {
		Waiter waiter = this.queues.join();
		asking().answer(AcquisitionState.GRANTED);
		assertHeld(waiter);
	}

	@Test
	void askingBecomesAskingAtItsDeadline() {
		this.queues.join();
		Request asked = asking();
		assertNothingHappensBefore(UNANSWERED);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesAskingByAGrantThatIsOverOrIsForAnotherLease() {
		Waiter waiter = this.queues.join(LockOptions.of(LockOption.LEASE_TIME, SECOND));
		Request asked = asking();
		this.queues.pass(SECOND);
		asked.answer(AcquisitionState.GRANTED);
		assertState(Asking.class);
		Request again = this.queues.asked();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		this.queues.join();
		this.queues.leave(waiter);
		again.answer(AcquisitionState.GRANTED);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesAskingByQueuedIfAGrantMayHaveBeenMissed() {
		this.queues.join();
		Request asked = asking();
		this.queues.all().granted(asked.grantOfAnotherServer());
		assertState(Asking.class);
		this.queues.assertNothingAsked();
		asked.answer(AcquisitionState.QUEUED);
		assertState(Asking.class);
		Request again = this.queues.asked();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		this.queues.all().grantsMayBeLost();
		again.answer(AcquisitionState.QUEUED);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesQueuedByQueued() {
		this.queues.join();
		assertThat(queued().isQueueing()).isTrue();
	}

	@Test
	void askingBecomesSubscribingByRefused() {
		this.queues.session().hearNothing();
		this.queues.join();
		asking().answer(AcquisitionState.REFUSED);
		assertState(Subscribing.class);
	}

	@Test
	void askingBecomesPausingByAFailure() {
		Waiter waiter = this.queues.join();
		Request asked = pausing();
		assertThat(waiter).isNotDone();
		assertNothingHappensBefore(RETRY);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesPausingByAFailureWithoutAQueue() {
		lackAQueue();
		this.queues.join();
		Request asked = pausing();
		assertThat(this.queues.session().released()).containsExactly(asked.sequence());
		assertNothingHappensBefore(RETRY);
		assertAsksAnew(asked);
	}

	@Test
	void askingBecomesPausingByRefusedWithoutAQueue() {
		lackAQueue();
		this.queues.join();
		Request asked = asking();
		asked.answer(AcquisitionState.REFUSED);
		assertState(Pausing.class);
		assertNothingHappensBefore(SHORTEST_PAUSE);
		this.queues.pass(LONGEST_PAUSE.minus(SHORTEST_PAUSE));
		assertAsksAnew(asked);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "GRANTED", "QUEUED", "REFUSED" })
	void askingBecomesPausingWhenItsAcquisitionHasFinished(AcquisitionState finished) {
		this.queues.join();
		Request asked = queued();
		this.queues.pass(SECOND);
		asking().answer(finished);
		assertState(Pausing.class);
		assertThat(this.queues.session().missed())
			.isEqualTo((finished == AcquisitionState.LOST) ? List.of(QueuesAtWork.KEY) : List.of());
		this.queues.pass(NOTHING);
		assertAsksAnew(asked);
	}

	@Test
	void askingBecomesIdleWhenItsHeadJoinsReaders() {
		Waiter first = this.queues.join(READ);
		asking().answer(AcquisitionState.GRANTED);
		this.queues.pass(SECOND);
		Waiter second = this.queues.join(READ);
		Request asked = asking();
		asked.answer(AcquisitionState.GRANTED);
		assertState(Idle.class);
		assertThat(this.queues.session().released()).containsExactly(asked.sequence());
		assertThat(second.join().jvmLease()).isSameAs(first.join().jvmLease());
	}

	@Test
	void askingBecomesIdleWhenItIsRefusedOrFailsAndNobodyWaits() {
		Waiter refused = this.queues.join(IMPATIENT);
		asking().answer(AcquisitionState.REFUSED);
		assertThat(refused).isCompletedExceptionally();
		assertState(Idle.class);
		assertThat(this.queues.session().released()).isEmpty();
		Waiter failed = this.queues.join(IMPATIENT);
		Request asked = asking();
		asked.fail();
		assertThat(failed).isCompletedExceptionally();
		assertState(Idle.class);
		assertThat(this.queues.session().released()).containsExactly(asked.sequence());
	}

	/** Asks for two locks, and answers for the first. */
	private Behind askingBehind(Consumer<Request> first) {
		Waiter before = this.queues.waiter(QueuesAtWork.FIRST, LockOptions.NONE);
		Waiter head = this.queues.waiter(QueuesAtWork.KEY, LockOptions.NONE);
		assertThat(this.queues.all().joinBatch(List.of(before, head))).isEqualTo(2);
		Request asked = this.queues.asked(QueuesAtWork.FIRST);
		Request behind = this.queues.asked();
		assertState(AskingBehind.class);
		assertThat(this.queues.state(QueuesAtWork.FIRST)).isInstanceOf(Asking.class);
		first.accept(asked);
		assertState(AskingBehind.class);
		return new Behind(head, behind);
	}

	private Behind behindAGrantedOne() {
		return askingBehind((first) -> first.answer(AcquisitionState.GRANTED));
	}

	private Behind behindARefusedOne() {
		return askingBehind((first) -> first.answer(AcquisitionState.REFUSED));
	}

	private record Behind(Waiter head, Request asked) {

		boolean isSkipped() {
			return this.head.handle((hold, thrown) -> thrown instanceof Refusal refusal && refusal.isSkipped()).join();
		}

	}

	@Test
	void askingBehindBecomesALeaseByGranted() {
		Behind behind = behindAGrantedOne();
		behind.asked().answer(AcquisitionState.GRANTED);
		assertHeld(behind.head());
	}

	@Test
	void askingBehindBecomesAskingIfItIsTheFirstThatIsNotGranted() {
		Behind behind = behindAGrantedOne();
		behind.asked().skip();
		assertAsksAgain(behind.asked());
		assertThat(behind.head()).isNotDone();
	}

	@Test
	void askingBehindBecomesAskingForOthersIfOneBeforeItIsNotGranted() {
		Behind behind = behindARefusedOne();
		this.queues.join();
		behind.asked().answer(AcquisitionState.GRANTED);
		assertThat(behind.isSkipped()).isTrue();
		assertThat(this.queues.session().released()).containsExactly(behind.asked().sequence());
		assertAsksAnew(behind.asked());
	}

	@Test
	void askingBehindBecomesSubscribingByRefused() {
		this.queues.session().hearNothing();
		behindAGrantedOne().asked().answer(AcquisitionState.REFUSED);
		assertState(Subscribing.class);
	}

	@Test
	void askingBehindBecomesPausingIfItIsTheFirstThatFails() {
		Behind behind = behindAGrantedOne();
		behind.asked().fail();
		assertState(Pausing.class);
		assertThat(behind.head()).isNotDone();
	}

	@Test
	void askingBehindBecomesIdleIfOneBeforeItIsNotGranted() {
		Behind behind = behindARefusedOne();
		behind.asked().skip();
		assertState(Idle.class);
		assertThat(behind.isSkipped()).isTrue();
		assertThat(this.queues.session().released()).as("nothing to release").isEmpty();
	}

	@Test
	void askingBehindBecomesIdleAtItsDeadline() {
		Behind silent = askingBehind((first) -> {
		});
		assertNothingHappensBefore(UNANSWERED);
		assertState(Idle.class);
		assertThat(silent.isSkipped()).isTrue();
		assertThat(this.queues.session().released()).containsExactly(silent.asked().sequence());
	}

	@Test
	void subscribingBecomesAskingWhenItHearsOrCanNot() {
		CompletableFuture<Void> subscription = this.queues.session().hearNothing();
		this.queues.join();
		Request asked = asking();
		assertThat(asked.isQueueing()).isFalse();
		asked.answer(AcquisitionState.REFUSED);
		this.queues.assertNothingAsked();
		subscription.complete(null);
		Request again = asking();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		assertThat(again.isQueueing()).isTrue();
		CompletableFuture<Void> denied = this.queues.session().hearNothing();
		again.answer(AcquisitionState.REFUSED);
		denied.completeExceptionally(new StoreException("no right to subscribe", false, null));
		Request polling = asking();
		assertThat(polling.sequence()).isEqualTo(asked.sequence());
		assertThat(polling.isQueueing()).isTrue();
	}

	@Test
	void subscribingBecomesAskingAtItsDeadline() {
		this.queues.session().hearNothing();
		this.queues.join();
		Request asked = asking();
		asked.answer(AcquisitionState.REFUSED);
		assertNothingHappensBefore(SECOND);
		Request again = asking();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		assertThat(again.isQueueing()).isTrue();
	}

	@Test
	void queuedBecomesALeaseByAPushedGrant() {
		Waiter waiter = this.queues.join();
		Request queued = queued();
		this.queues.all().granted(queued.grant());
		assertHeld(waiter);
	}

	@Test
	void queuedBecomesAskingAtItsDeadline() {
		this.queues.join();
		Request queued = queued();
		this.queues.pass(SECOND);
		assertState(Asking.class);
		Request again = this.queues.asked();
		assertThat(again.sequence()).isEqualTo(queued.sequence());
		Duration rest = Duration.ofMillis(200);
		again.answer(AcquisitionState.QUEUED, rest);
		assertNothingHappensBefore(rest.plusMillis(1));
		assertAsksAgain(queued);
	}

	@Test
	void queuedBecomesAskingIfAGrantMayHaveBeenMissed() {
		this.queues.join();
		Request queued = queued();
		this.queues.all().granted(queued.grantOfAnotherServer());
		assertState(Asking.class);
		Request again = this.queues.asked();
		assertThat(again.sequence()).isEqualTo(queued.sequence());
		again.answer(AcquisitionState.QUEUED);
		this.queues.all().grantsMayBeLost();
		assertAsksAgain(queued);
	}

	@Test
	void queuedBecomesAskingWhenAFairWaiterBecomesTheHead() {
		Waiter first = this.queues.join(FAIR);
		Request queued = queued();
		this.queues.join(FAIR);
		this.queues.leave(first);
		assertAsksAgain(queued);
	}

	@Test
	void pausingBecomesAskingAtItsDeadline() {
		this.queues.join();
		Request failed = pausing();
		assertNothingHappensBefore(RETRY);
		assertAsksAgain(failed);
	}

	@Test
	void pausingBecomesAskingWhenTheReadersHaveLeft() {
		Waiter reader = reading();
		this.queues.join();
		this.queues.assertNothingAsked();
		QueuesAtWork.giveBack(reader);
		assertState(Asking.class);
	}

	@Test
	void pausingBecomesAskingIfAGrantMayHaveBeenMissed() {
		this.queues.join();
		Request failed = pausing();
		this.queues.all().grantsMayBeLost();
		assertAsksAgain(failed);
	}

	@Test
	void eachBecomesALeaseByAPushedGrant() {
		Waiter waiter = this.queues.join();
		Request queued = queued();
		this.queues.pass(SECOND);
		asking();
		this.queues.all().granted(queued.grant());
		assertHeld(waiter);
		QueuesAtWork.giveBack(waiter);
		Waiter next = this.queues.join();
		Request placed = queued();
		this.queues.pass(SECOND);
		pausing();
		this.queues.all().granted(placed.grant());
		assertHeld(next);
	}

	@Test
	void eachBecomesALeaseByALateAnswerToARepeatedRequest() {
		Waiter waiter = this.queues.join();
		Request late = asking();
		this.queues.pass(UNANSWERED);
		queued();
		late.answer(AcquisitionState.GRANTED);
		assertHeld(waiter);
	}

	@Test
	void eachBecomesAskingAnewWhenItsHeadWantsAnotherShare() {
		Waiter reader = this.queues.join(READ);
		Request queued = queued();
		this.queues.join();
		this.queues.leave(reader);
		this.queues.all().granted(queued.grant());
		assertAsksAnew(queued);
		assertThat(this.queues.session().released()).containsExactly(queued.sequence());
	}

	@Test
	void eachBecomesIdleWhenTheLastWaiterLeaves() {
		for (Consumer<Waiter> before : List.<Consumer<Waiter>>of((waiter) -> asking(), (waiter) -> queued(),
				(waiter) -> pausing())) {
			Waiter waiter = this.queues.join();
			before.accept(waiter);
			Long asked = this.queues.state().acquisition().sequence();
			this.queues.leave(waiter);
			assertState(Idle.class);
			assertThat(waiter).isCompletedExceptionally();
			assertThat(this.queues.session().released()).containsExactly(asked);
		}
		this.queues.session().hearNothing();
		Waiter subscribing = this.queues.join();
		asking().answer(AcquisitionState.REFUSED);
		this.queues.leave(subscribing);
		assertState(Idle.class);
		assertThat(this.queues.session().released()).as("nothing to release").isEmpty();
	}

	@Test
	void aGrantOfAnAcquisitionThatNobodyRemembersIsReleased() {
		Waiter waiter = this.queues.join();
		Request asked = asking();
		this.queues.leave(waiter);
		assertThat(this.queues.session().released()).containsExactly(asked.sequence());
		this.queues.join();
		asked.answer(AcquisitionState.GRANTED);
		assertState(Asking.class);
		assertThat(this.queues.session().released()).containsExactly(asked.sequence());
	}

}
