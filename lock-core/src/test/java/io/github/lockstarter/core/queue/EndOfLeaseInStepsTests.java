package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when the end of a lease that nobody renews is noticed.
 */
class EndOfLeaseInStepsTests {

	private static final Duration BRIEF = Duration.ofMillis(200);

	private static final Duration LONGER = Duration.ofMillis(500);

	private final QueuesAtWork queues = new QueuesAtWork();

	private static LockOptions unrenewed(Duration lease) {
		return LockOptions.of(LockOption.AUTO_RENEW, false).with(LockOption.LEASE_TIME, lease);
	}

	@Test
	void theNextWaiterAsksAtItsEndThoughTheTimerIsSetForTheLaterEndOfAnother() {
		this.queues.all().join(this.queues.waiter(QueuesAtWork.FIRST, unrenewed(LONGER)));
		this.queues.asked(QueuesAtWork.FIRST).answer(AcquisitionState.GRANTED, LONGER);
		this.queues.join(unrenewed(BRIEF));
		Waiter next = this.queues.join();
		this.queues.asked().answer(AcquisitionState.GRANTED, BRIEF);
		this.queues.assertNothingAsked();
		this.queues.pass(BRIEF);
		Request asked = this.queues.asked();
		asked.answer(AcquisitionState.GRANTED);
		assertThat(next.isServed()).isTrue();
	}

}
