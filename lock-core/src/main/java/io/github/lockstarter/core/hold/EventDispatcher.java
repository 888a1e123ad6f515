package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.Locale;

import io.github.lockstarter.LockAcquiredEvent;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockInstrumentation.RenewalOutcome;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockRefusedEvent;
import io.github.lockstarter.LockReleasedAfterLossEvent;
import io.github.lockstarter.LockReleasedByForceEvent;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.store.StoreException;

/**
 * Tells of lock events: the instrumentation at once, and listeners, which may block, on
 * other threads. What they throw is logged and concerns no lock.
 */
public final class EventDispatcher {

	private static final String LISTENER = "A lock event listener or instrumentation";

	private final LockInstrumentation instrumentation;

	private final LockEventListener listener;

	/** Whether somebody wants to hear. */
	private final boolean heard;

	/** For losses and forced releases, which are few and must be heard of. */
	private final CallbackExecutor losses;

	/** Apart, for there may be more of them than listeners can hear. */
	private final CallbackExecutor others;

	/** Create it. */
	public EventDispatcher(LockInstrumentation instrumentation, LockEventListener listener, CallbackExecutor losses,
			CallbackExecutor others) {
		this.instrumentation = instrumentation;
		this.listener = listener;
		this.heard = instrumentation != LockInstrumentation.NONE || listener != LockEventListener.NONE;
		this.losses = losses;
		this.others = others;
	}

	/** Instrumentation, which is called around what it wants to measure, too. */
	public LockInstrumentation instrumentation() {
		return this.instrumentation;
	}

	/**
	 * Whether somebody wants to hear of locks that are acquired, renewed and released.
	 */
	public boolean isHeard() {
		return this.heard;
	}

	/** A lock was acquired. */
	public void acquired(Hold hold, Duration waited) {
		publish(new LockAcquiredEvent(hold.request().name(), hold.key(), hold.kind(), hold.fencingToken(), waited,
				hold.isPassed()));
	}

	/** A lock was not acquired. */
	public void refused(LockRequest request, String key, LockOutcome outcome, Duration waited) {
		publish(new LockRefusedEvent(request.name(), key, request.kind(), outcome, waited));
	}

	/** A lock was lost. */
	public void lost(Hold hold, String reason) {
		publish(new LockLostEvent(hold.request().name(), hold.key(), hold.kind(), hold.fencingToken(),
				hold.lease().age(), reason));
	}

	/** A lock was released, whether or not it was lost before. */
	public void released(LockRequest request, Duration held) {
		FailureIsolation.run(LISTENER, () -> this.instrumentation.released(request.call(), held));
	}

	/** A lock was released after it had been lost. */
	public void releasedAfterLoss(Hold hold) {
		publish(new LockReleasedAfterLossEvent(hold.request().name(), hold.key(), hold.kind(), hold.fencingToken(),
				hold.lease().age()));
	}

	/** A lock was released by force. */
	public void releasedByForce(LockReleasedByForceEvent event) {
		publish(event);
	}

	/** A lease was renewed, or could not be. */
	void renewed(LockRequest request, RenewalOutcome outcome) {
		FailureIsolation.run(LISTENER, () -> this.instrumentation.renewed(request.call(), outcome));
	}

	/** The store failed. */
	public void storeFailed(StoreException cause) {
		FailureIsolation.run(LISTENER, () -> this.instrumentation
			.storeFailed(cause.getKind().name().toLowerCase(Locale.ROOT).replace('_', '-')));
	}

	private void publish(LockEvent event) {
		FailureIsolation.run(LISTENER, () -> this.instrumentation.onEvent(event));
		FailureIsolation.run(LISTENER, () -> {
			if (this.listener.isInterested(event)) {
				CallbackExecutor threads = (event instanceof LockLostEvent || event instanceof LockReleasedByForceEvent)
						? this.losses : this.others;
				threads.run(() -> this.listener.onLockEvent(event));
			}
		});
	}

}
