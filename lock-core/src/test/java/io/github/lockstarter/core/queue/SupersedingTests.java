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

	private static final LockRequest READER = GatesAtWork.request(GatesAtWork.KEY, LockKind.READ, READ);

	private final GatesAtWork gates = new GatesAtWork();

	private Waiter served(LockOptions options) {
		Waiter waiter = this.gates.join(options);
		this.gates.asked().answer(AcquisitionState.GRANTED, LEASE);
		return waiter;
	}

	private Request askedNext() {
		this.gates.join();
		return this.gates.asked();
	}

	@Test
	void theFirstRequestSupersedesWhatEveryFormerTurnHad() {
		Waiter waiter = this.gates.join();
		Request first = this.gates.asked();
		assertThat(first.supersedes()).isTrue();
		first.answer(AcquisitionState.GRANTED);
		GatesAtWork.giveBack(waiter);
		assertThat(askedNext().supersedes()).isTrue();
	}

	@Test
	void aWriterThatAsksBesideReadersOfItsOwnJvmSupersedesNothing() {
		Waiter reader = served(READ);
		this.gates.join();
		this.gates.pass(Duration.ofMillis(10));
		assertThat(this.gates.asked().supersedes()).isFalse();
		GatesAtWork.giveBack(reader);
	}

	@Test
	void whatBecomesAShareIsNotSupersededThoughTheStoreMayHaveItAlone() {
		Hold hold = served(LockOptions.NONE).join();
		hold.enter(READER);
		hold.leave(hold.request());
		assertThat(this.gates.asked().downgrades()).isTrue();
		this.gates.join();
		this.gates.pass(Duration.ofMillis(10));
		assertThat(this.gates.asked().supersedes()).isFalse();
		hold.leave(READER);
	}

	@Test
	void aReleaseThatKeepsTheLockIsNotSupersededBeforeThatTimeIsOver() {
		Waiter waiter = served(LockOptions.of(LockOption.HOLD_AT_LEAST, LEASE));
		this.gates.pass(Duration.ofSeconds(10));
		GatesAtWork.giveBack(waiter);
		Request kept = askedNext();
		assertThat(kept.supersedes()).isFalse();
		kept.answer(AcquisitionState.QUEUED);
		this.gates.pass(Duration.ofSeconds(21));
		Request again = this.gates.asked();
		while (!again.supersedes()) {
			again.answer(AcquisitionState.QUEUED);
			again = this.gates.asked();
		}
		assertThat(again.sequence()).isEqualTo(kept.sequence());
	}

	@Test
	void aLockThatWasLeftToItsLeaseIsNotSupersededBeforeThatIsOverInTheStore() {
		served(UNRENEWED);
		this.gates.pass(LEASE);
		assertThat(askedNext().supersedes()).isFalse();
	}

	@Test
	void aLockThatWasLostAlthoughItWasRenewedIsSuperseded() {
		Waiter waiter = served(LockOptions.NONE);
		waiter.join().turn().revoke();
		assertThat(askedNext().supersedes()).isTrue();
	}

	@Test
	void otherLocksAreNotAffectedByOneThatIsKept() {
		GatesAtWork.giveBack(served(LockOptions.of(LockOption.HOLD_AT_LEAST, LEASE)));
		this.gates.all().join(this.gates.waiter(GatesAtWork.FIRST, LockOptions.NONE));
		assertThat(this.gates.asked(GatesAtWork.FIRST).supersedes()).isTrue();
	}

}
