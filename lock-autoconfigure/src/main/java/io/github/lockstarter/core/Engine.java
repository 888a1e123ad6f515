package io.github.lockstarter.core;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What the locks of one client share: the session with the store, the gates, the scopes
 * of threads, and the timer.
 */
final class Engine implements GrantListener {

	private static final Log logger = LogFactory.getLog(Engine.class);

	private final LockSession session;

	private final LockSettings settings;

	private final ClientIdentity identity;

	private final Map<String, Gate> gates = new ConcurrentHashMap<>();

	private final Scopes scopes = new Scopes();

	private final AtomicLong sequence = new AtomicLong();

	private final ScheduledThreadPoolExecutor timer;

	private final ThreadPoolExecutor callbacks;

	private final Renewals renewals;

	private final Releases releases;

	private final AtomicBoolean deafnessReported = new AtomicBoolean();

	private volatile boolean closed;

	Engine(LockStore store, LockSettings settings, ClientIdentity identity, @Nullable Duration renewalInterval) {
		this.settings = settings;
		this.identity = identity;
		this.timer = new ScheduledThreadPoolExecutor(1, daemon("lock-timer"));
		this.timer.setRemoveOnCancelPolicy(true);
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.callbacks = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(),
				daemon("lock-callback"));
		this.session = store.open(randomInstance(), this);
		this.renewals = new Renewals(this.session, this.timer, renewalInterval);
		this.releases = new Releases(this.session, this.timer);
	}

	private static ThreadFactory daemon(String name) {
		return (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		};
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
		while (!gate(waiter.key()).join(waiter)) {
			Thread.onSpinWait();
		}
	}

	private Gate gate(String key) {
		return this.gates.computeIfAbsent(key, (absent) -> new Gate(absent, this));
	}

	/**
	 * Let a waiter go that was not served: afterwards it is done, one way or another.
	 */
	void leave(Waiter waiter) {
		atGate(waiter.key(), (gate) -> gate.leave(waiter));
	}

	private void atGate(String key, Consumer<Gate> action) {
		Gate gate = this.gates.get(key);
		if (gate != null) {
			action.accept(gate);
		}
	}

	void retire(String key, Gate gate) {
		this.gates.remove(key, gate);
	}

	@Override
	public void granted(Grant grant) {
		atGate(grant.key(), (gate) -> gate.granted(grant));
	}

	@Override
	public void interrupted() {
		this.gates.values().forEach(Gate::recheck);
	}

	/**
	 * The lock ended for this JVM, so that the next of its threads may ask.
	 */
	void ended(Hold hold) {
		this.scopes.remove(hold);
		atGate(hold.key(), (gate) -> gate.ended(hold));
	}

	/**
	 * The lock was lost while it was held. Its thread keeps the scope, so that entering
	 * again is refused until the handle is closed.
	 */
	void lost(Hold hold) {
		atGate(hold.key(), (gate) -> gate.ended(hold));
	}

	/**
	 * Grants can't be heard of, so that waiters depend on asking again.
	 */
	void reportDeafness(StoreException cause) {
		if (this.deafnessReported.compareAndSet(false, true)) {
			logger.warn("Grants can't be heard of, so whoever waits asks every second: " + cause.getMessage());
		}
	}

	void close() {
		this.closed = true;
		this.timer.shutdown();
		this.gates.values().forEach(Gate::close);
		this.callbacks.shutdown();
		this.session.close();
	}

	boolean isClosed() {
		return this.closed;
	}

	Owner owner(Waiter waiter) {
		return new Owner(this.identity.application(), this.identity.instance(), waiter.thread());
	}

	long nextSequence() {
		return this.sequence.incrementAndGet();
	}

	LockSession session() {
		return this.session;
	}

	LockSettings settings() {
		return this.settings;
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

	ScheduledThreadPoolExecutor timer() {
		return this.timer;
	}

	Executor callbacks() {
		return this.callbacks;
	}

	/** How many wait for a lock in this JVM. */
	int waiting(String key) {
		Gate gate = this.gates.get(key);
		return (gate != null) ? gate.size() : 0;
	}

	/** Whether nothing is held, waited for or scheduled. */
	boolean isIdle() {
		return this.gates.isEmpty() && this.scopes.isEmpty() && this.timer.getQueue().isEmpty();
	}

}
