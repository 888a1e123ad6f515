package io.github.lockstarter.core;

import java.util.Locale;

import io.github.lockstarter.LockAcquiredEvent;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockInstrumentation.RenewalOutcome;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockRefusedEvent;
import io.github.lockstarter.LockReleasedLateEvent;
import io.github.lockstarter.store.StoreException;

/**
 * Tells of what happens to locks: the instrumentation at once, and listeners, who may
 * block, on other threads.
 */
final class Events {

	private final LockInstrumentation instrumentation;

	private final LockEventListener listener;

	private final Callbacks callbacks;

	Events(LockInstrumentation instrumentation, LockEventListener listener, Callbacks callbacks) {
		this.instrumentation = instrumentation;
		this.listener = listener;
		this.callbacks = callbacks;
	}

	void acquired(Waiter waiter, Hold hold) {
		publish(new LockAcquiredEvent(waiter.request().name(), waiter.key(), hold.token(), waiter.waited(),
				hold.isPassed()));
	}

	void refused(Waiter waiter, LockOutcome outcome) {
		publish(new LockRefusedEvent(waiter.request().name(), waiter.key(), outcome, waiter.waited()));
	}

	void lost(Hold hold, String reason) {
		publish(new LockLostEvent(hold.request().name(), hold.key(), hold.token(), hold.age(), reason));
	}

	void released(Hold hold) {
		this.instrumentation.released(hold.request().call(), hold.age());
	}

	void releasedLate(Hold hold) {
		publish(new LockReleasedLateEvent(hold.request().name(), hold.key(), hold.token(), hold.age()));
	}

	void renewed(LockCall call, RenewalOutcome outcome) {
		this.instrumentation.renewed(call, outcome);
	}

	void storeFailed(StoreException cause) {
		this.instrumentation.storeFailed(cause.getKind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
	}

	private void publish(LockEvent event) {
		this.instrumentation.onEvent(event);
		if (this.listener.isInterested(event)) {
			this.callbacks.run(() -> this.listener.onLockEvent(event));
		}
	}

}
