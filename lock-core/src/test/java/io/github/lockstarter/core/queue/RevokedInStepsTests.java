package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when the store is asked whether a lock was released by force, as a message
 * says.
 */
class RevokedInStepsTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration SOON = Duration.ofMillis(20);

	private final QueuesAtWork queues = new QueuesAtWork();

	private Request claimed() {
		this.queues.join();
		Request queued = this.queues.asked();
		queued.answer(AcquisitionState.QUEUED);
		this.queues.all().granted(queued.grant());
		this.queues.pass(SOON);
		return this.queues.asked();
	}

	@Test
	void theStoreIsAskedSoon() {
		Request claim = claimed();
		claim.answer(AcquisitionState.GRANTED, LEASE);
		this.queues.all().perhapsRevoked(QueuesAtWork.KEY, claim.sequence());
		this.queues.pass(SOON);
		assertThat(this.queues.session().renewed()).containsExactly(claim.sequence());
	}

	@Test
	void anAnswerToAnOlderRequestDoesNotPutThatOff() {
		Request claim = claimed();
		this.queues.all().perhapsRevoked(QueuesAtWork.KEY, claim.sequence());
		claim.answer(AcquisitionState.GRANTED, LEASE);
		this.queues.pass(SOON);
		assertThat(this.queues.session().renewed()).containsExactly(claim.sequence());
	}

	@Test
	void oneAnswerIsEnough() {
		Request claim = claimed();
		claim.answer(AcquisitionState.GRANTED, LEASE);
		this.queues.all().perhapsRevoked(QueuesAtWork.KEY, claim.sequence());
		this.queues.pass(LEASE.dividedBy(4));
		assertThat(this.queues.session().renewed()).hasSize(1);
	}

}
