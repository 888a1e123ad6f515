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
 * which the queue is told: the lock is given back once, and for certain.
 */
class LeavingInStepsTests {

	private static final LockOptions READ = LockOptions.of(LockOption.KIND, LockKind.READ);

	private static final LockOptions PERMIT = LockOptions.of(LockOption.KIND, LockKind.SEMAPHORE)
		.with(LockOption.CAPACITY, 3)
		.with(LockOption.PERMITS, 1);

	private static final LockOptions UNRENEWED = LockOptions.of(LockOption.AUTO_RENEW, false);

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final QueuesAtWork queues = new QueuesAtWork();

	@BeforeEach
	void nothingIsReleasedYet() {
		assertThat(this.queues.session().released()).isEmpty();
	}

	private Waiter served(LockOptions options) {
		Waiter waiter = this.queues.join(options);
		this.queues.asked().answer(AcquisitionState.GRANTED);
		return waiter;
	}

	private static long sequence(Waiter served) {
		return served.join().jvmLease().sequence();
	}

	@Test
	void whatReadersHadIsGivenBackOnceIfAWriterComes() {
		Waiter reader = served(READ);
		this.queues.beforeLeaving(this.queues::join);
		QueuesAtWork.giveBack(reader);
		assertThat(this.queues.session().released()).containsExactly(sequence(reader));
		assertThat(this.queues.asked().isQueueing()).isTrue();
	}

	@Test
	void itIsGivenBackOnceIfTheClientStops() {
		Waiter reader = served(READ);
		this.queues.beforeLeaving(this.queues.all()::drain);
		QueuesAtWork.giveBack(reader);
		assertThat(this.queues.session().released()).containsExactly(sequence(reader));
	}

	@Test
	void whatIsKeptForReadersIsGivenBackThoughAPermitIsLeftMeanwhile() {
		Waiter reader = served(READ);
		Waiter another = this.queues.join(READ);
		Waiter permitted = served(PERMIT);
		QueuesAtWork.giveBack(another);
		QueuesAtWork.giveBack(reader);
		assertThat(this.queues.session().released()).isEmpty();
		long permit = sequence(permitted);
		QueuesAtWork.giveBack(permitted);
		this.queues.join();
		assertThat(this.queues.session().released()).containsExactly(permit, sequence(reader));
	}

	@Test
	void itIsGivenBackOnceIfThatTakesSoLongThatItIsDoneAgain() {
		Waiter waiter = served(LockOptions.NONE);
		this.queues.beforeLeaving(() -> this.queues.pass(LEASE.dividedBy(2)));
		QueuesAtWork.giveBack(waiter);
		assertThat(this.queues.session().released()).containsExactly(sequence(waiter));
	}

	@Test
	void aThreadWhoseTimeEndsBeforeItHearsOfAnOfferIsServed() {
		Waiter first = served(LockOptions.NONE);
		Waiter second = this.queues.block();
		QueuesAtWork.giveBack(first);
		assertThat(second.isDone()).isFalse();
		assertThat(this.queues.all().timeIsOver(second)).isEqualTo(Long.MAX_VALUE);
		assertThat(second.isServed()).isTrue();
		QueuesAtWork.giveBack(second);
	}

	@Test
	void itIsGivenBackAlthoughItsLeaseEnds() {
		Waiter waiter = served(UNRENEWED);
		this.queues.beforeLeaving(() -> {
			throw new OutOfMemoryError("caused by a test");
		});
		try {
			QueuesAtWork.giveBack(waiter);
		}
		catch (OutOfMemoryError expected) {
			// as a thread that can do no more
		}
		this.queues.pass(LEASE.plusSeconds(2));
		assertThat(this.queues.session().released()).containsExactly(sequence(waiter));
		Request next = nextAsked();
		next.answer(AcquisitionState.GRANTED);
	}

	private Request nextAsked() {
		this.queues.join();
		return this.queues.asked();
	}

}
