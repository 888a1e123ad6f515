package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for the clocks of a {@link SimulatedMachine}, and for what happens on it while it
 * stands still.
 */
class SimulatedMachineTests {

	private final SimulatedTime time = new SimulatedTime(7);

	private final SimulatedMachine machine = new SimulatedMachine(this.time, "a");

	private final List<String> done = new ArrayList<>();

	private void goOn(long nanos) {
		long until = this.time.now() + nanos;
		while (this.time.step(until)) {
			// the step is all there is to do
		}
	}

	@Test
	void itsClocksGoOnAboutAsFastAsTime() {
		long nanos = this.machine.nanoTime();
		long millis = this.machine.currentTimeMillis();
		goOn(10 * SimulatedTime.SECOND);
		assertThat(this.machine.nanoTime() - nanos).isCloseTo(10 * SimulatedTime.SECOND,
				within(SimulatedTime.SECOND / 20));
		long monotonicMillis = (this.machine.nanoTime() - nanos) / SimulatedTime.MILLISECOND;
		assertThat(this.machine.currentTimeMillis() - millis).isCloseTo(monotonicMillis, within(1L));
	}

	@Test
	void whatIsDueDuringAPauseHappensAfterItInTheSameOrder() {
		this.machine.after(SimulatedTime.SECOND, () -> this.done.add("first"));
		this.machine.after(2 * SimulatedTime.SECOND, () -> this.done.add("second"));
		long nanos = this.machine.nanoTime();
		this.machine.pause();
		goOn(3 * SimulatedTime.SECOND);
		assertThat(this.done).isEmpty();
		this.machine.resume();
		goOn(SimulatedTime.MILLISECOND);
		assertThat(this.done).containsExactly("first", "second");
		assertThat(this.machine.nanoTime() - nanos).isGreaterThan(2 * SimulatedTime.SECOND);
	}

	@Test
	void theMonotonicClockStandsStillWhileTheMachineIsSuspended() {
		this.machine.after(SimulatedTime.SECOND, () -> this.done.add("due"));
		long nanos = this.machine.nanoTime();
		long millis = this.machine.currentTimeMillis();
		this.machine.suspend();
		goOn(30 * SimulatedTime.SECOND);
		assertThat(this.machine.resume()).isEqualTo(30 * SimulatedTime.SECOND);
		goOn(SimulatedTime.SECOND / 2);
		assertThat(this.machine.nanoTime() - nanos).isLessThan(SimulatedTime.SECOND);
		assertThat(this.machine.currentTimeMillis() - millis).isCloseTo(30_500L,
				within((long) (30_500 * SimulatedMachine.DRIFT / 2) + 1));
		assertThat(this.done).isEmpty();
		goOn(SimulatedTime.SECOND);
		assertThat(this.done).containsExactly("due");
	}

	@Test
	void nothingHappensOnADeadMachine() {
		this.machine.after(SimulatedTime.SECOND, () -> this.done.add("timer"));
		this.machine.die();
		this.machine.run(() -> this.done.add("message"));
		this.machine.resume();
		goOn(2 * SimulatedTime.SECOND);
		assertThat(this.done).isEmpty();
		assertThat(this.machine.isDead()).isTrue();
	}

	@Test
	void aTimerThatIsCancelledDoesNotRing() throws Exception {
		SimulatedTimer timer = new SimulatedTimer(this.machine);
		timer.schedule(() -> this.done.add("cancelled"), SimulatedTime.SECOND).cancel(false);
		timer.schedule(() -> this.done.add("rung"), SimulatedTime.SECOND);
		assertThat(timer.scheduled()).isEqualTo(1);
		goOn(2 * SimulatedTime.SECOND);
		assertThat(this.done).containsExactly("rung");
		assertThat(timer.scheduled()).isZero();
	}

}
