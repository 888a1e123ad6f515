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

	private final GatesAtWork gates = new GatesAtWork();

	private final Waiter reader = this.gates.join(READ);

	private final long shared = sharedByReaders();

	private long sharedByReaders() {
		Request asked = this.gates.asked();
		asked.answer(AcquisitionState.GRANTED);
		return asked.sequence();
	}

	@Test
	void asSoonAsTheyHaveLeft() {
		Waiter writer = this.gates.join();
		this.gates.assertNothingAsked();
		GatesAtWork.giveBack(this.reader);
		assertThat(this.gates.session().released()).containsExactly(this.shared);
		this.gates.asked().answer(AcquisitionState.GRANTED);
		assertThat(writer.join().isHeld()).isTrue();
		GatesAtWork.giveBack(writer);
	}

	@Test
	void aMomentLaterIfTheyReadOn() {
		Waiter writer = this.gates.join();
		this.gates.assertNothingAsked();
		this.gates.pass(Duration.ofMillis(5));
		Request queued = this.gates.asked();
		queued.answer(AcquisitionState.QUEUED);
		GatesAtWork.giveBack(this.reader);
		assertThat(this.gates.session().released()).containsExactly(this.shared);
		this.gates.assertNothingAsked();
		this.gates.all().granted(queued.grant());
		GatesAtWork.giveBack(writer);
	}

	@Test
	void atOnceIfItDoesNotWait() {
		Waiter writer = this.gates.join(LockOptions.of(LockOption.WAIT_TIME, Duration.ZERO));
		this.gates.asked().answer(AcquisitionState.REFUSED);
		assertThat(writer.isDone()).isTrue();
		GatesAtWork.giveBack(this.reader);
	}

	@Test
	void notAtAllIfItGivesUpBefore() {
		this.gates.leave(this.gates.join());
		this.gates.pass(Duration.ofMillis(5));
		this.gates.assertNothingAsked();
		GatesAtWork.giveBack(this.reader);
	}

}
