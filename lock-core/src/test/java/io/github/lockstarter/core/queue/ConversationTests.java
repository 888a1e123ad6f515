package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.queue.ConversationState.Asking;
import io.github.lockstarter.core.queue.ConversationState.AskingBehind;
import io.github.lockstarter.core.queue.ConversationState.Idle;
import io.github.lockstarter.core.queue.ConversationState.Pausing;
import io.github.lockstarter.core.queue.ConversationState.Queued;
import io.github.lockstarter.core.queue.ConversationState.Subscribing;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreFeature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Conversation}: one for each row of the table in docs/protocol.md.
 */
class ConversationTests {

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

	private GatesAtWork gates = new GatesAtWork();

	private void lackAQueue() {
		this.gates = new GatesAtWork(Set.of(StoreFeature.QUEUE));
	}

	private void assertState(Class<? extends ConversationState> expected) {
		assertThat(this.gates.state()).isInstanceOf(expected);
	}

	private void assertAsksAgain(Request before) {
		assertState(Asking.class);
		assertThat(this.gates.asked().sequence()).isEqualTo(before.sequence());
		assertThat(this.gates.session().released()).isEmpty();
	}

	private void assertAsksAnew(Request before) {
		assertState(Asking.class);
		assertThat(this.gates.asked().sequence()).isGreaterThan(before.sequence());
	}

	private void assertHeld(Waiter waiter) {
		assertThat(waiter.isServed()).isTrue();
		assertState(Idle.class);
		assertThat(this.gates.all().hold(GatesAtWork.KEY)).isSameAs(waiter.join());
	}

	private void assertNothingHappensBefore(Duration deadline) {
		Class<? extends ConversationState> state = this.gates.state().getClass();
		this.gates.pass(deadline.minus(MOMENT));
		assertState(state);
		this.gates.assertNothingAsked();
		this.gates.pass(MOMENT);
	}

	private Request asking() {
		Request asked = this.gates.asked();
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
		Waiter first = this.gates.join();
		asking().answer(AcquisitionState.GRANTED);
		assertHeld(first);
		this.gates.join(OTHER_LEASE);
		assertState(Idle.class);
		GatesAtWork.giveBack(first);
		asking();
	}

	@Test
	void idleBecomesAskingBehindWhenACallAsksForSeveralLocks() {
		Waiter holder = this.gates.join();
		asking().answer(AcquisitionState.GRANTED);
		List<Waiter> both = List.of(this.gates.waiter(GatesAtWork.FIRST, LockOptions.NONE),
				this.gates.waiter(GatesAtWork.KEY, LockOptions.NONE));
		assertThat(this.gates.all().joinTogether(both)).isEqualTo(1);
		assertState(Idle.class);
		this.gates.leave(both.get(0));
		GatesAtWork.giveBack(holder);
		askingBehind((first) -> {
		});
	}

	private Waiter reading() {
		Waiter reader = this.gates.join(READ);
		this.gates.asked().answer(AcquisitionState.GRANTED);
		return reader;
	}

	@Test
	void idleBecomesPausingWhenAWriterWaitsForReadersOfItsJvm() {
		Waiter reader = reading();
		this.gates.join();
		assertState(Pausing.class);
		assertNothingHappensBefore(BEHIND_READERS);
		assertState(Asking.class);
		GatesAtWork.giveBack(reader);
	}

	@Test
	void idleBecomesPausingAfterATurnOfItsJvmWithoutAQueue() {
		lackAQueue();
		Waiter first = this.gates.join();
		asking().answer(AcquisitionState.GRANTED);
		this.gates.join(OTHER_LEASE);
		this.gates.pass(RETRY);
		GatesAtWork.giveBack(first);
		assertState(Pausing.class);
		assertNothingHappensBefore(RETRY);
		assertState(Asking.class);
	}

	@Test
	void askingBecomesATurnByGranted() {
		Waiter waiter = this.gates.join();
		asking().answer(AcquisitionState.GRANTED);
		assertHeld(waiter);
	}

	@Test
	void askingBecomesAskingAtItsDeadline() {
		this.gates.join();
		Request asked = asking();
		assertNothingHappensBefore(UNANSWERED);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesAskingByAGrantThatIsOverOrIsForAnotherLease() {
		Waiter waiter = this.gates.join(LockOptions.of(LockOption.LEASE_TIME, SECOND));
		Request asked = asking();
		this.gates.pass(SECOND);
		asked.answer(AcquisitionState.GRANTED);
		assertState(Asking.class);
		Request again = this.gates.asked();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		this.gates.join();
		this.gates.leave(waiter);
		again.answer(AcquisitionState.GRANTED);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesAskingByQueuedIfAGrantMayHaveBeenMissed() {
		this.gates.join();
		Request asked = asking();
		this.gates.all().granted(asked.grantOfAnotherServer());
		assertState(Asking.class);
		this.gates.assertNothingAsked();
		asked.answer(AcquisitionState.QUEUED);
		assertState(Asking.class);
		Request again = this.gates.asked();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		this.gates.all().interrupted();
		again.answer(AcquisitionState.QUEUED);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesQueuedByQueued() {
		this.gates.join();
		assertThat(queued().isQueueing()).isTrue();
	}

	@Test
	void askingBecomesSubscribingByRefused() {
		this.gates.session().hearNothing();
		this.gates.join();
		asking().answer(AcquisitionState.REFUSED);
		assertState(Subscribing.class);
	}

	@Test
	void askingBecomesPausingByAFailure() {
		Waiter waiter = this.gates.join();
		Request asked = pausing();
		assertThat(waiter).isNotDone();
		assertNothingHappensBefore(RETRY);
		assertAsksAgain(asked);
	}

	@Test
	void askingBecomesPausingByAFailureWithoutAQueue() {
		lackAQueue();
		this.gates.join();
		Request asked = pausing();
		assertThat(this.gates.session().released()).containsExactly(asked.sequence());
		assertNothingHappensBefore(RETRY);
		assertAsksAnew(asked);
	}

	@Test
	void askingBecomesPausingByRefusedWithoutAQueue() {
		lackAQueue();
		this.gates.join();
		Request asked = asking();
		asked.answer(AcquisitionState.REFUSED);
		assertState(Pausing.class);
		assertNothingHappensBefore(SHORTEST_PAUSE);
		this.gates.pass(LONGEST_PAUSE.minus(SHORTEST_PAUSE));
		assertAsksAnew(asked);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "GRANTED", "QUEUED", "REFUSED" })
	void askingBecomesPausingWhenItsAcquisitionHasFinished(AcquisitionState finished) {
		this.gates.join();
		Request asked = queued();
		this.gates.pass(SECOND);
		asking().answer(finished);
		assertState(Pausing.class);
		assertThat(this.gates.session().missed())
			.isEqualTo((finished == AcquisitionState.LOST) ? List.of(GatesAtWork.KEY) : List.of());
		this.gates.pass(NOTHING);
		assertAsksAnew(asked);
	}

	@Test
	void askingBecomesIdleWhenItsHeadJoinsReaders() {
		Waiter first = this.gates.join(READ);
		asking().answer(AcquisitionState.GRANTED);
		this.gates.pass(SECOND);
		Waiter second = this.gates.join(READ);
		Request asked = asking();
		asked.answer(AcquisitionState.GRANTED);
		assertState(Idle.class);
		assertThat(this.gates.session().released()).containsExactly(asked.sequence());
		assertThat(second.join().turn()).isSameAs(first.join().turn());
	}

	@Test
	void askingBecomesIdleWhenItIsRefusedOrFailsAndNobodyWaits() {
		Waiter refused = this.gates.join(IMPATIENT);
		asking().answer(AcquisitionState.REFUSED);
		assertThat(refused).isCompletedExceptionally();
		assertState(Idle.class);
		assertThat(this.gates.session().released()).isEmpty();
		Waiter failed = this.gates.join(IMPATIENT);
		Request asked = asking();
		asked.fail();
		assertThat(failed).isCompletedExceptionally();
		assertState(Idle.class);
		assertThat(this.gates.session().released()).containsExactly(asked.sequence());
	}

	/** Asks for two locks, and answers for the first. */
	private Behind askingBehind(Consumer<Request> first) {
		Waiter before = this.gates.waiter(GatesAtWork.FIRST, LockOptions.NONE);
		Waiter head = this.gates.waiter(GatesAtWork.KEY, LockOptions.NONE);
		assertThat(this.gates.all().joinTogether(List.of(before, head))).isEqualTo(2);
		Request asked = this.gates.asked(GatesAtWork.FIRST);
		Request behind = this.gates.asked();
		assertState(AskingBehind.class);
		assertThat(this.gates.state(GatesAtWork.FIRST)).isInstanceOf(Asking.class);
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

		boolean isPassedOver() {
			return this.head.handle((hold, thrown) -> thrown instanceof Refusal refusal && refusal.isPassedOver())
				.join();
		}

	}

	@Test
	void askingBehindBecomesATurnByGranted() {
		Behind behind = behindAGrantedOne();
		behind.asked().answer(AcquisitionState.GRANTED);
		assertHeld(behind.head());
	}

	@Test
	void askingBehindBecomesAskingIfItIsTheFirstThatIsNotGranted() {
		Behind behind = behindAGrantedOne();
		behind.asked().passOver();
		assertAsksAgain(behind.asked());
		assertThat(behind.head()).isNotDone();
	}

	@Test
	void askingBehindBecomesAskingForOthersIfOneBeforeItIsNotGranted() {
		Behind behind = behindARefusedOne();
		this.gates.join();
		behind.asked().answer(AcquisitionState.GRANTED);
		assertThat(behind.isPassedOver()).isTrue();
		assertThat(this.gates.session().released()).containsExactly(behind.asked().sequence());
		assertAsksAnew(behind.asked());
	}

	@Test
	void askingBehindBecomesSubscribingByRefused() {
		this.gates.session().hearNothing();
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
		behind.asked().passOver();
		assertState(Idle.class);
		assertThat(behind.isPassedOver()).isTrue();
		assertThat(this.gates.session().released()).as("nothing to release").isEmpty();
	}

	@Test
	void askingBehindBecomesIdleAtItsDeadline() {
		Behind silent = askingBehind((first) -> {
		});
		assertNothingHappensBefore(UNANSWERED);
		assertState(Idle.class);
		assertThat(silent.isPassedOver()).isTrue();
		assertThat(this.gates.session().released()).containsExactly(silent.asked().sequence());
	}

	@Test
	void subscribingBecomesAskingWhenItHearsOrCanNot() {
		CompletableFuture<Void> subscription = this.gates.session().hearNothing();
		this.gates.join();
		Request asked = asking();
		assertThat(asked.isQueueing()).isFalse();
		asked.answer(AcquisitionState.REFUSED);
		this.gates.assertNothingAsked();
		subscription.complete(null);
		Request again = asking();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		assertThat(again.isQueueing()).isTrue();
		CompletableFuture<Void> denied = this.gates.session().hearNothing();
		again.answer(AcquisitionState.REFUSED);
		denied.completeExceptionally(new StoreException("no right to subscribe", false, null));
		Request polling = asking();
		assertThat(polling.sequence()).isEqualTo(asked.sequence());
		assertThat(polling.isQueueing()).isTrue();
	}

	@Test
	void subscribingBecomesAskingAtItsDeadline() {
		this.gates.session().hearNothing();
		this.gates.join();
		Request asked = asking();
		asked.answer(AcquisitionState.REFUSED);
		assertNothingHappensBefore(SECOND);
		Request again = asking();
		assertThat(again.sequence()).isEqualTo(asked.sequence());
		assertThat(again.isQueueing()).isTrue();
	}

	@Test
	void queuedBecomesATurnByAPushedGrant() {
		Waiter waiter = this.gates.join();
		Request queued = queued();
		this.gates.all().granted(queued.grant());
		assertHeld(waiter);
	}

	@Test
	void queuedBecomesAskingAtItsDeadline() {
		this.gates.join();
		Request queued = queued();
		this.gates.pass(SECOND);
		assertState(Asking.class);
		Request again = this.gates.asked();
		assertThat(again.sequence()).isEqualTo(queued.sequence());
		Duration rest = Duration.ofMillis(200);
		again.answer(AcquisitionState.QUEUED, rest);
		assertNothingHappensBefore(rest.plusMillis(1));
		assertAsksAgain(queued);
	}

	@Test
	void queuedBecomesAskingIfAGrantMayHaveBeenMissed() {
		this.gates.join();
		Request queued = queued();
		this.gates.all().granted(queued.grantOfAnotherServer());
		assertState(Asking.class);
		Request again = this.gates.asked();
		assertThat(again.sequence()).isEqualTo(queued.sequence());
		again.answer(AcquisitionState.QUEUED);
		this.gates.all().interrupted();
		assertAsksAgain(queued);
	}

	@Test
	void queuedBecomesAskingWhenAFairWaiterBecomesTheHead() {
		Waiter first = this.gates.join(FAIR);
		Request queued = queued();
		this.gates.join(FAIR);
		this.gates.leave(first);
		assertAsksAgain(queued);
	}

	@Test
	void pausingBecomesAskingAtItsDeadline() {
		this.gates.join();
		Request failed = pausing();
		assertNothingHappensBefore(RETRY);
		assertAsksAgain(failed);
	}

	@Test
	void pausingBecomesAskingWhenTheReadersHaveLeft() {
		Waiter reader = reading();
		this.gates.join();
		this.gates.assertNothingAsked();
		GatesAtWork.giveBack(reader);
		assertState(Asking.class);
	}

	@Test
	void pausingBecomesAskingIfAGrantMayHaveBeenMissed() {
		this.gates.join();
		Request failed = pausing();
		this.gates.all().interrupted();
		assertAsksAgain(failed);
	}

	@Test
	void eachBecomesATurnByAPushedGrant() {
		Waiter waiter = this.gates.join();
		Request queued = queued();
		this.gates.pass(SECOND);
		asking();
		this.gates.all().granted(queued.grant());
		assertHeld(waiter);
		GatesAtWork.giveBack(waiter);
		Waiter next = this.gates.join();
		Request placed = queued();
		this.gates.pass(SECOND);
		pausing();
		this.gates.all().granted(placed.grant());
		assertHeld(next);
	}

	@Test
	void eachBecomesATurnByALateAnswerToARepeatedRequest() {
		Waiter waiter = this.gates.join();
		Request late = asking();
		this.gates.pass(UNANSWERED);
		queued();
		late.answer(AcquisitionState.GRANTED);
		assertHeld(waiter);
	}

	@Test
	void eachBecomesAskingAnewWhenItsHeadWantsAnotherShare() {
		Waiter reader = this.gates.join(READ);
		Request queued = queued();
		this.gates.join();
		this.gates.leave(reader);
		this.gates.all().granted(queued.grant());
		assertAsksAnew(queued);
		assertThat(this.gates.session().released()).containsExactly(queued.sequence());
	}

	@Test
	void eachBecomesIdleWhenTheLastWaiterLeaves() {
		for (Consumer<Waiter> before : List.<Consumer<Waiter>>of((waiter) -> asking(), (waiter) -> queued(),
				(waiter) -> pausing())) {
			Waiter waiter = this.gates.join();
			before.accept(waiter);
			Long asked = this.gates.state().acquisition().sequence();
			this.gates.leave(waiter);
			assertState(Idle.class);
			assertThat(waiter).isCompletedExceptionally();
			assertThat(this.gates.session().released()).containsExactly(asked);
		}
		this.gates.session().hearNothing();
		Waiter subscribing = this.gates.join();
		asking().answer(AcquisitionState.REFUSED);
		this.gates.leave(subscribing);
		assertState(Idle.class);
		assertThat(this.gates.session().released()).as("nothing to release").isEmpty();
	}

	@Test
	void aGrantOfAnAcquisitionThatNobodyRemembersIsReleased() {
		Waiter waiter = this.gates.join();
		Request asked = asking();
		this.gates.leave(waiter);
		assertThat(this.gates.session().released()).containsExactly(asked.sequence());
		this.gates.join();
		asked.answer(AcquisitionState.GRANTED);
		assertState(Asking.class);
		assertThat(this.gates.session().released()).containsExactly(asked.sequence());
	}

}
