package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for requests whose stages throw at whoever wants to hear the answer: they have
 * failed, and nobody waits for them any more.
 */
class BrokenAnswersTests {

	private static final Duration RETRIED = Duration.ofSeconds(1);

	private final QueuesAtWork queues = new QueuesAtWork();

	@Test
	void aRequestIsRepeatedSoon() {
		this.queues.session().breakAnswers(true);
		Waiter waiter = this.queues.join();
		this.queues.pass(RETRIED);
		assertThat(this.queues.isSilent()).isFalse();
		this.queues.session().breakAnswers(false);
		this.queues.pass(RETRIED);
		this.queues.asked().answer(AcquisitionState.GRANTED);
		assertThat(waiter.isServed()).isTrue();
	}

	@Test
	void requestsForSeveralLocksAreRepeatedSoon() {
		this.queues.session().breakAnswers(true);
		Waiter first = this.queues.waiter(QueuesAtWork.FIRST, LockOptions.NONE);
		Waiter second = this.queues.waiter(QueuesAtWork.KEY, LockOptions.NONE);
		assertThat(this.queues.all().joinBatch(List.of(first, second))).isEqualTo(2);
		this.queues.pass(RETRIED);
		assertThat(this.queues.isSilent()).isFalse();
		this.queues.session().breakAnswers(false);
		this.queues.pass(RETRIED);
		this.queues.asked(QueuesAtWork.FIRST).answer(AcquisitionState.GRANTED);
		assertThat(first.isServed()).isTrue();
		assertThat(second.isCompletedExceptionally()).isTrue();
	}

}
