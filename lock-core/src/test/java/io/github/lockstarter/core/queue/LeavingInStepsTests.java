package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what happens between the moment in which the last leaves a hold and that in
 * which the gate is told: the lock is given back once, and for certain.
 */
class LeavingInStepsTests {

	private static final LockOptions READ = LockOptions.of(LockOption.KIND, LockKind.READ);

	private static final LockOptions PERMIT = LockOptions.of(LockOption.KIND, LockKind.SEMAPHORE)
		.with(LockOption.CAPACITY, 3)
		.with(LockOption.PERMITS, 1);

	private static final LockOptions UNRENEWED = LockOptions.of(LockOption.AUTO_RENEW, false);

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final GatesAtWork gates = new GatesAtWork();

	@BeforeEach
	void nothingIsReleasedYet() {
		assertThat(this.gates.session().released()).isEmpty();
	}

	private Waiter served(LockOptions options) {
		Waiter waiter = this.gates.join(options);
		this.gates.asked().answer(AcquisitionState.GRANTED);
		return waiter;
	}

	private static long sequence(Waiter served) {
		return served.join().turn().sequence();
	}

	@Test
	void whatReadersHadIsGivenBackOnceIfAWriterComes() {
		Waiter reader = served(READ);
		this.gates.beforeLeaving(this.gates::join);
		GatesAtWork.giveBack(reader);
		assertThat(this.gates.session().released()).containsExactly(sequence(reader));
		assertThat(this.gates.asked().isQueueing()).isTrue();
	}

	@Test
	void itIsGivenBackOnceIfTheClientStops() {
		Waiter reader = served(READ);
		this.gates.beforeLeaving(this.gates.all()::drain);
		GatesAtWork.giveBack(reader);
		assertThat(this.gates.session().released()).containsExactly(sequence(reader));
	}

	@Test
	void whatIsKeptForReadersIsGivenBackThoughAPermitIsLeftMeanwhile() {
		Waiter reader = served(READ);
		Waiter another = this.gates.join(READ);
		Waiter permitted = served(PERMIT);
		GatesAtWork.giveBack(another);
		GatesAtWork.giveBack(reader);
		assertThat(this.gates.session().released()).isEmpty();
		long permit = sequence(permitted);
		GatesAtWork.giveBack(permitted);
		this.gates.join();
		assertThat(this.gates.session().released()).containsExactly(permit, sequence(reader));
	}

	@Test
	void itIsGivenBackOnceIfThatTakesSoLongThatItIsDoneAgain() {
		Waiter waiter = served(LockOptions.NONE);
		this.gates.beforeLeaving(() -> this.gates.pass(LEASE.dividedBy(2)));
		GatesAtWork.giveBack(waiter);
		assertThat(this.gates.session().released()).containsExactly(sequence(waiter));
	}

	@Test
	void aThreadWhoseTimeEndsBeforeItHearsOfAnOfferIsServed() {
		Waiter first = served(LockOptions.NONE);
		Waiter second = this.gates.block();
		GatesAtWork.giveBack(first);
		assertThat(second.isDone()).isFalse();
		assertThat(this.gates.all().timeIsOver(second)).isEqualTo(Long.MAX_VALUE);
		assertThat(second.isServed()).isTrue();
		GatesAtWork.giveBack(second);
	}

	@Test
	void itIsGivenBackAlthoughItsLeaseEnds() {
		Waiter waiter = served(UNRENEWED);
		this.gates.beforeLeaving(() -> {
			throw new OutOfMemoryError("caused by a test");
		});
		try {
			GatesAtWork.giveBack(waiter);
		}
		catch (OutOfMemoryError expected) {
			// as a thread that can do no more
		}
		this.gates.pass(LEASE.plusSeconds(2));
		assertThat(this.gates.session().released()).containsExactly(sequence(waiter));
		Request next = nextAsked();
		next.answer(AcquisitionState.GRANTED);
	}

	private Request nextAsked() {
		this.gates.join();
		return this.gates.asked();
	}

}
