package io.github.lockstarter.simulation;

import java.time.Duration;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;

/**
 * Is told of everything that happens to locks, and sometimes throws something.
 */
final class ThrowingObserver implements LockInstrumentation, LockEventListener {

	private final SimulatedTime time;

	ThrowingObserver(SimulatedTime time) {
		this.time = time;
	}

	@Override
	public boolean isInterested(LockEvent event) {
		throwSometimes();
		return true;
	}

	@Override
	public void onLockEvent(LockEvent event) {
		throwSometimes();
	}

	@Override
	public void onEvent(LockEvent event) {
		throwSometimes();
	}

	@Override
	public void released(LockCall call, Duration held) {
		throwSometimes();
	}

	@Override
	public void renewed(LockCall call, RenewalOutcome outcome) {
		throwSometimes();
	}

	@Override
	public void storeFailed(String cause) {
		throwSometimes();
	}

	private void throwSometimes() {
		if (this.time.chance(0.05)) {
			throw new IllegalStateException("thrown by a simulated observer");
		}
		if (this.time.chance(0.05)) {
			throw new AssertionError("thrown by a simulated observer");
		}
	}

}
