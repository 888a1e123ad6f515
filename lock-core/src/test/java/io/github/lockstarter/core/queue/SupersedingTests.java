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
 * Tests for when the store is told that this JVM has nothing of a lock that counts, so
 * that nothing it still has there keeps anybody out.
 */
class SupersedingTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final LockOptions READ = LockOptions.of(LockOption.KIND, LockKind.READ);

	private static final LockOptions UNRENEWED = LockOptions.of(LockOption.AUTO_RENEW, false);

	private static final LockRequest READER = QueuesAtWork.request(QueuesAtWork.KEY, READ);

	private final QueuesAtWork queues = new QueuesAtWork();

	private Waiter served(LockOptions options) {
		Waiter waiter = this.queues.join(options);
		this.queues.asked().answer(AcquisitionState.GRANTED, LEASE);
		return waiter;
	}

	private Request askedNext() {
		this.queues.join();
		return this.queues.asked();
	}

	@Test
	void theFirstRequestSupersedesWhatEveryFormerLeaseHad() {
		Waiter waiter = this.queues.join();
		Request first = this.queues.asked();
		assertThat(first.supersedes()).isTrue();
		first.answer(AcquisitionState.GRANTED);
		QueuesAtWork.giveBack(waiter);
		assertThat(askedNext().supersedes()).isTrue();
	}

	@Test
	void aWriterThatAsksBesideReadersOfItsOwnJvmSupersedesNothing() {
		Waiter reader = served(READ);
		this.queues.join();
		this.queues.pass(Duration.ofMillis(10));
		assertThat(this.queues.asked().supersedes()).isFalse();
		QueuesAtWork.giveBack(reader);
	}

	@Test
	void whatBecomesAShareIsNotSupersededThoughTheStoreMayHaveItAlone() {
		Hold hold = served(LockOptions.NONE).join();
		hold.enter(READER);
		hold.leave(hold.request());
		assertThat(this.queues.asked().downgrades()).isTrue();
		this.queues.join();
		this.queues.pass(Duration.ofMillis(10));
		assertThat(this.queues.asked().supersedes()).isFalse();
		hold.leave(READER);
	}

	@Test
	void aReleaseThatKeepsTheLockIsNotSupersededBeforeThatTimeIsOver() {
		Waiter waiter = served(LockOptions.of(LockOption.MIN_HOLD, LEASE));
		this.queues.pass(Duration.ofSeconds(10));
		QueuesAtWork.giveBack(waiter);
		Request kept = askedNext();
		assertThat(kept.supersedes()).isFalse();
		kept.answer(AcquisitionState.QUEUED);
		this.queues.pass(Duration.ofSeconds(21));
		Request again = this.queues.asked();
		while (!again.supersedes()) {
			again.answer(AcquisitionState.QUEUED);
			again = this.queues.asked();
		}
		assertThat(again.sequence()).isEqualTo(kept.sequence());
	}

	@Test
	void aLockThatWasLeftToItsLeaseIsNotSupersededBeforeThatIsOverInTheStore() {
		served(UNRENEWED);
		this.queues.pass(LEASE);
		assertThat(askedNext().supersedes()).isFalse();
	}

	@Test
	void aLockThatWasLostAlthoughItWasRenewedIsSuperseded() {
		Waiter waiter = served(LockOptions.NONE);
		waiter.join().jvmLease().revoke();
		assertThat(askedNext().supersedes()).isTrue();
	}

	@Test
	void otherLocksAreNotAffectedByOneThatIsKept() {
		QueuesAtWork.giveBack(served(LockOptions.of(LockOption.MIN_HOLD, LEASE)));
		this.queues.all().join(this.queues.waiter(QueuesAtWork.FIRST, LockOptions.NONE));
		assertThat(this.queues.asked(QueuesAtWork.FIRST).supersedes()).isTrue();
	}

}
