package io.github.lockstarter.core;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What the locks of one client share between its start and its end: the session with the
 * store, the gates, the holders, the scopes of threads, and the timer.
 */
final class Engine implements GrantListener {

	private static final Log logger = LogFactory.getLog(Engine.class);

	private final LockSession session;

	private final ClientIdentity identity;

	private final Gates gates = new Gates(this);

	private final Holders holders = new Holders();

	private final Scopes scopes = new Scopes();

	private final AtomicLong sequence = new AtomicLong();

	private final ScheduledThreadPoolExecutor timer;

	private final Callbacks callbacks = new Callbacks("lock-callback");

	/** Apart from the callbacks, which may block for long. */
	private final Callbacks completions = new Callbacks("lock-completion");

	private final LockInstrumentation instrumentation;

	private final Events events;

	private final Losses losses;

	private final Renewals renewals;

	private final Releases releases;

	private final Watch watch;

	private final AdaptiveLeases adaptiveLeases = new AdaptiveLeases();

	private final LocalHandover localHandover;

	private final AtomicBoolean deafnessReported = new AtomicBoolean();

	private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

	Engine(LockStore store, ClientIdentity identity, LockClientOptions options, LockEventListener listener,
			LockInstrumentation instrumentation) {
		this.identity = identity;
		this.localHandover = options.localHandover();
		this.timer = new ScheduledThreadPoolExecutor(1, Callbacks.daemon("lock-timer"));
		this.timer.setRemoveOnCancelPolicy(true);
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.session = store.open(randomInstance(), this);
		this.instrumentation = instrumentation;
		this.events = new Events(instrumentation, listener, this.callbacks);
		this.losses = new Losses(this.events);
		this.renewals = new Renewals(this.session, this.timer, options.renewalInterval(), this.events);
		this.releases = new Releases(this.session, this.timer, this.events);
		this.watch = new Watch(this, this.timer);
	}

	private static String randomInstance() {
		byte[] random = new byte[12];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
	}

	/**
	 * Let a waiter join the queue of its lock.
	 */
	void join(Waiter waiter) {
		this.gates.join(waiter);
		if (!waiter.isDone()) {
			this.watch.waits(waiter);
		}
	}

	@Override
	public void granted(Grant grant) {
		this.gates.at(grant.key(), (gate) -> gate.granted(grant));
	}

	@Override
	public void revoked(String key, long sequence) {
		this.gates.at(key, (gate) -> gate.revoked(sequence));
	}

	@Override
	public void interrupted() {
		this.gates.all(Gate::recheck);
	}

	/**
	 * A hold begins.
	 */
	void began(Hold hold) {
		this.holders.add(hold);
		this.watch.holds(hold);
	}

	/**
	 * A hold has been closed, so that the next thread may have the lock.
	 * @return a stage with the store's answer, or with {@code null} if there was none or
	 * none was needed
	 */
	CompletionStage<@Nullable StoreAnswer> closed(Hold hold) {
		this.scopes.remove(hold);
		this.watch.released(hold);
		if (hold.isUsed()) {
			this.adaptiveLeases.record(hold.request(), hold.age());
		}
		Gate gate = this.gates.get(hold.key());
		CompletionStage<@Nullable StoreAnswer> released = (gate != null) ? gate.closed(hold)
				: release(hold.turn(), Duration.ZERO);
		return released.whenComplete((answer, failure) -> this.holders.remove(hold));
	}

	CompletionStage<@Nullable StoreAnswer> release(Turn over, Duration keepFor) {
		this.renewals.end(over);
		return this.releases.release(over, keepFor);
	}

	/**
	 * The lock was lost while it was held. Its thread keeps the scope, so that entering
	 * again is refused until the handle is closed.
	 */
	void lost(Hold hold) {
		this.renewals.end(hold.turn());
		this.gates.at(hold.key(), (gate) -> gate.lost(hold.turn()));
	}

	/**
	 * Grants can't be heard of, so that waiters depend on asking again.
	 */
	void reportDeafness(StoreException cause) {
		if (this.deafnessReported.compareAndSet(false, true)) {
			logger.warn("Grants can't be heard of, so whoever waits asks every second: " + cause.getMessage());
		}
	}

	/**
	 * Grant nothing any more but to threads that hold a lock already, and wait until
	 * nothing is held.
	 * @param limit how long to wait at the most
	 */
	void drain(Duration limit) {
		this.state.compareAndSet(State.OPEN, State.DRAINING);
		if (isClosed()) {
			return;
		}
		this.gates.all(Gate::drain);
		try {
			Set<Hold> left = this.holders.awaitNone(limit);
			left.forEach((hold) -> logger.warn(Losses.leftBehind(hold, limit)));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Why a waiter is refused that comes now; {@code null} if it is not. */
	@Nullable Refusal refusal(Waiter waiter) {
		return switch (this.state.get()) {
			case OPEN -> null;
			case DRAINING -> (waiter.isBlocking() && this.scopes.isHolder(waiter.thread())) ? null
					: Refusal.unavailable(new StoreException("locks are shut down with the application", false, null));
			case CLOSED -> Refusal.unavailable(new StoreException("the lock client is closed", false, null));
		};
	}

	void close() {
		this.state.set(State.CLOSED);
		this.gates.all(Gate::drain);
		this.timer.shutdown();
		this.renewals.stop();
		this.callbacks.shutdown();
		this.events.shutdown();
		this.completions.shutdown();
		this.session.close();
	}

	boolean isOpen() {
		return this.state.get() == State.OPEN;
	}

	boolean isClosed() {
		return this.state.get() == State.CLOSED;
	}

	Owner owner(Waiter waiter) {
		return new Owner(this.identity.application(), this.identity.instance(), waiter.thread().getName());
	}

	long nextSequence() {
		return this.sequence.incrementAndGet();
	}

	LockSession session() {
		return this.session;
	}

	LocalHandover localHandover() {
		return this.localHandover;
	}

	Gates gates() {
		return this.gates;
	}

	Holders holders() {
		return this.holders;
	}

	Scopes scopes() {
		return this.scopes;
	}

	Renewals renewals() {
		return this.renewals;
	}

	Releases releases() {
		return this.releases;
	}

	LockInstrumentation instrumentation() {
		return this.instrumentation;
	}

	Events events() {
		return this.events;
	}

	AdaptiveLeases adaptiveLeases() {
		return this.adaptiveLeases;
	}

	Losses losses() {
		return this.losses;
	}

	ScheduledThreadPoolExecutor timer() {
		return this.timer;
	}

	Callbacks callbacks() {
		return this.callbacks;
	}

	Callbacks completions() {
		return this.completions;
	}

	/** Whether nothing is held, waited for or scheduled. */
	boolean isIdle() {
		return this.gates.isEmpty() && this.scopes.isEmpty() && this.holders.isEmpty() && this.renewals.isIdle()
				&& this.timer.getQueue()
					.stream()
					.allMatch(
							(task) -> this.renewals.alarm().isScheduled(task) || this.watch.alarm().isScheduled(task));
	}

	private enum State {

		OPEN, DRAINING, CLOSED

	}

}
