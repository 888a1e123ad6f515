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

	private final GatesAtWork gates = new GatesAtWork();

	private Request claimed() {
		this.gates.join();
		Request queued = this.gates.asked();
		queued.answer(AcquisitionState.QUEUED);
		this.gates.all().granted(queued.grant());
		this.gates.pass(SOON);
		return this.gates.asked();
	}

	@Test
	void theStoreIsAskedSoon() {
		Request claim = claimed();
		claim.answer(AcquisitionState.GRANTED, LEASE);
		this.gates.all().perhapsRevoked(GatesAtWork.KEY, claim.sequence());
		this.gates.pass(SOON);
		assertThat(this.gates.session().renewed()).containsExactly(claim.sequence());
	}

	@Test
	void anAnswerToAnOlderRequestDoesNotPutThatOff() {
		Request claim = claimed();
		this.gates.all().perhapsRevoked(GatesAtWork.KEY, claim.sequence());
		claim.answer(AcquisitionState.GRANTED, LEASE);
		this.gates.pass(SOON);
		assertThat(this.gates.session().renewed()).containsExactly(claim.sequence());
	}

	@Test
	void oneAnswerIsEnough() {
		Request claim = claimed();
		claim.answer(AcquisitionState.GRANTED, LEASE);
		this.gates.all().perhapsRevoked(GatesAtWork.KEY, claim.sequence());
		this.gates.pass(LEASE.dividedBy(4));
		assertThat(this.gates.session().renewed()).hasSize(1);
	}

}
