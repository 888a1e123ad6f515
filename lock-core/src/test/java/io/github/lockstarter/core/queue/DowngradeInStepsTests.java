package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when the store is asked to let others read beside a thread that had the lock
 * alone.
 */
class DowngradeInStepsTests {

	private static final LockRequest READER = QueuesAtWork.request(QueuesAtWork.KEY,
			LockOptions.of(LockOption.KIND, LockKind.READ));

	private final QueuesAtWork queues = new QueuesAtWork();

	private Request downgrade(Hold hold) {
		hold.enter(READER);
		hold.leave(hold.request());
		Request asked = this.queues.asked();
		assertThat(asked.downgrades()).isTrue();
		return asked;
	}

	@Test
	void aGrantThatIsNotClaimedYetIsClaimedByTheSameRequest() {
		Waiter writer = this.queues.join();
		Request queued = this.queues.asked();
		queued.answer(AcquisitionState.QUEUED);
		this.queues.all().granted(queued.grant());
		Hold hold = writer.join();
		Request asked = downgrade(hold);
		this.queues.assertNothingAsked();
		this.queues.pass(Duration.ofMillis(100));
		this.queues.assertNothingAsked();
		asked.answer(AcquisitionState.GRANTED);
		this.queues.pass(Duration.ofSeconds(1));
		assertThat(hold.isLost()).isFalse();
		hold.leave(READER);
	}

	@Test
	void aRequestThatFailedIsRepeatedThoughTheLeaseIsExtendedAndNotRenewed() {
		Waiter writer = this.queues.join(LockOptions.of(LockOption.AUTO_RENEW, false));
		this.queues.asked().answer(AcquisitionState.GRANTED);
		Hold hold = writer.join();
		downgrade(hold).fail();
		assertThat(hold.extend(Duration.ofMinutes(2)).toCompletableFuture()).isCompleted();
		this.queues.pass(Duration.ofSeconds(2));
		assertThat(this.queues.asked().downgrades()).isTrue();
		hold.leave(READER);
	}

}
