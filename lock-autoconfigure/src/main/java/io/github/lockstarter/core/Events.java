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
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tells of what happens to locks: the instrumentation at once, and listeners, who may
 * block, on other threads.
 */
final class Events {

	private static final Log logger = LogFactory.getLog(Events.class);

	private static final int MOST_THREADS = 16;

	private static final int MOST_EVENTS = 10_000;

	private final LockInstrumentation instrumentation;

	private final LockEventListener listener;

	/** For losses, which are few and must be heard of. */
	private final Callbacks callbacks;

	/** Apart, for there may be more of them than listeners can hear. */
	private final Callbacks others = new Callbacks("lock-event", MOST_THREADS, MOST_EVENTS);

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
		tell(() -> this.instrumentation.released(hold.request().call(), hold.age()));
	}

	void releasedLate(Hold hold) {
		publish(new LockReleasedLateEvent(hold.request().name(), hold.key(), hold.token(), hold.age()));
	}

	void renewed(LockCall call, RenewalOutcome outcome) {
		tell(() -> this.instrumentation.renewed(call, outcome));
	}

	void storeFailed(StoreException cause) {
		tell(() -> this.instrumentation.storeFailed(cause.getKind().name().toLowerCase(Locale.ROOT).replace('_', '-')));
	}

	private void publish(LockEvent event) {
		tell(() -> this.instrumentation.onEvent(event));
		tell(() -> {
			if (this.listener.isInterested(event)) {
				Callbacks threads = (event instanceof LockLostEvent) ? this.callbacks : this.others;
				threads.run(() -> this.listener.onLockEvent(event));
			}
		});
	}

	/** Whoever is told concerns no lock. */
	private static void tell(Runnable what) {
		try {
			what.run();
		}
		catch (RuntimeException | Error ex) {
			logger.warn("Telling what happened to a lock failed", ex);
		}
	}

	void shutdown() {
		this.others.shutdown();
	}

}
