package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when a writer is asked for while readers of its JVM share the lock.
 */
class WriterBehindReadersTests {

	private static final LockOptions READ = LockOptions.of(LockOption.KIND, LockKind.READ);

	private final QueuesAtWork queues = new QueuesAtWork();

	private final Waiter reader = this.queues.join(READ);

	private final long shared = sharedByReaders();

	private long sharedByReaders() {
		Request asked = this.queues.asked();
		asked.answer(AcquisitionState.GRANTED);
		return asked.sequence();
	}

	@Test
	void asSoonAsTheyHaveLeft() {
		Waiter writer = this.queues.join();
		this.queues.assertNothingAsked();
		QueuesAtWork.giveBack(this.reader);
		assertThat(this.queues.session().released()).containsExactly(this.shared);
		this.queues.asked().answer(AcquisitionState.GRANTED);
		assertThat(writer.join().isHeld()).isTrue();
		QueuesAtWork.giveBack(writer);
	}

	@Test
	void aMomentLaterIfTheyReadOn() {
		Waiter writer = this.queues.join();
		this.queues.assertNothingAsked();
		this.queues.pass(Duration.ofMillis(5));
		Request queued = this.queues.asked();
		queued.answer(AcquisitionState.QUEUED);
		QueuesAtWork.giveBack(this.reader);
		assertThat(this.queues.session().released()).containsExactly(this.shared);
		this.queues.assertNothingAsked();
		this.queues.all().granted(queued.grant());
		QueuesAtWork.giveBack(writer);
	}

	@Test
	void atOnceIfItDoesNotWait() {
		Waiter writer = this.queues.join(LockOptions.of(LockOption.WAIT_TIME, Duration.ZERO));
		this.queues.asked().answer(AcquisitionState.REFUSED);
		assertThat(writer.isDone()).isTrue();
		QueuesAtWork.giveBack(this.reader);
	}

	@Test
	void notAtAllIfItGivesUpBefore() {
		this.queues.leave(this.queues.join());
		this.queues.pass(Duration.ofMillis(5));
		this.queues.assertNothingAsked();
		QueuesAtWork.giveBack(this.reader);
	}

}
