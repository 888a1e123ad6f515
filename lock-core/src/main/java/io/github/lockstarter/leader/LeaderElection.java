package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.leader.LeadershipRevokedEvent.Reason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One instance's part in the election of the leader of a role: it asks for the lock
 * {@code leader:<role>}, waits for it indefinitely without blocking a thread, holds it
 * until it is lost or given up, and then asks again.
 *
 * <p>
 * When the leader dies, the role has no leader until the lease of the lock ends. The
 * lease is renewed while the instance lives, whatever the settings of all locks, and has
 * no maximum hold time; settings of the single lock {@code leader.<role>} apply.
 *
 * <p>
 * If the store is unavailable, this asks again after pauses that grow from 1 s to 10 s,
 * each longer or shorter by up to a fifth, on the monotonic clock; this is logged once at
 * WARN until the lock was acquired. A leader that lost its lock asks again at once.
 * Listeners are called on one thread, which exists only while there are events.
 * Thread-safe.
 */
public final class LeaderElection implements LeaderRole {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElection.class);

	private static final BackOff PAUSES = new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(10), 2, 0.2,
			Integer.MAX_VALUE);

	/** A request to a store that does not answer fails sooner than that. */
	private static final long ANSWERED_NANOS = TimeUnit.SECONDS.toNanos(45);

	private static final LockOptions OPTIONS = LockOptions.of(LockOption.WAIT_TIME, LockOption.LONGEST)
		.with(LockOption.AUTO_RENEW, true)
		.with(LockOption.MAX_HOLD, LockOption.LONGEST)
		.with(LockOption.LEASE_MODE, LeaseMode.FIXED)
		.with(LockOption.WARN_AFTER, LockOption.LONGEST);

	private final LockClient client;

	private final String role;

	private final LeaderListener listener;

	private final Steps steps;

	private final AtomicReference<@Nullable LockHandle> leadership = new AtomicReference<>();

	private volatile boolean started;

	// from here on, only steps use the fields

	/** Whether this asks, pauses, leads or releases. */
	private boolean active;

	/** The request or the pause, which can be cancelled. */
	private @Nullable Future<?> pending;

	private long askedAt;

	/** The number of requests that have failed since the last answer of the store. */
	private int failures;

	private final List<CompletableFuture<Void>> withdrawals = new ArrayList<>();

	/**
	 * Create an election, which has to be {@linkplain #start() started}.
	 * @param client takes the lock; has to outlive this
	 * @param role the name of the role, without white space
	 * @param listener receives the events
	 * @throws LockKeyException if the name is too long for a key
	 * @throws IllegalArgumentException if the name has white space
	 */
	public LeaderElection(LockClient client, String role, LeaderListener listener) {
		this.client = client;
		this.role = role;
		this.listener = listener;
		this.steps = Steps.onThreads("leader-" + role);
		spec();
	}

	private LockClient.LockSpec spec() {
		return this.client.lock("leader:" + this.role).name("leader." + this.role).options(OPTIONS);
	}

	/**
	 * Take part in the election. Does nothing if this already takes part; may be called
	 * again after {@link #stop()}.
	 */
	public void start() {
		this.started = true;
		this.steps.execute(this::ask);
	}

	/**
	 * Leave the election. If this instance is the leader, {@link #isLeader()} is false
	 * from now on, then the listener is called, and when it has returned, the lock is
	 * released: the next instance becomes the leader within milliseconds.
	 * @return a stage that completes when the lock is released, or the store could not be
	 * asked, after which the leadership ends with its lease. Never fails
	 */
	public CompletionStage<Void> stop() {
		this.started = false;
		CompletableFuture<Void> released = end(Reason.STOPPED);
		CompletableFuture<Void> withdrawn = new CompletableFuture<>();
		this.steps.execute(() -> withdraw(withdrawn));
		return CompletableFuture.allOf(released, withdrawn);
	}

	@Override
	public String name() {
		return this.role;
	}

	@Override
	public boolean isLeader() {
		LockHandle held = this.leadership.get();
		return held != null && held.isValid();
	}

	@Override
	public OptionalLong fencingToken() {
		LockHandle held = this.leadership.get();
		return (held != null && held.isValid()) ? OptionalLong.of(held.fencingToken()) : OptionalLong.empty();
	}

	@Override
	public CompletionStage<Void> yield() {
		return end(Reason.YIELDED);
	}

	private CompletableFuture<Void> end(Reason reason) {
		LockHandle held = this.leadership.getAndSet(null);
		CompletableFuture<Void> released = new CompletableFuture<>();
		if (held != null) {
			this.steps.execute(() -> handOver(held, reason, released));
		}
		else {
			released.complete(null);
		}
		return released;
	}

	private void ask() {
		if (this.active) {
			return;
		}
		this.withdrawals.forEach((withdrawn) -> withdrawn.complete(null));
		this.withdrawals.clear();
		if (this.started) {
			askNow();
		}
	}

	private void askNow() {
		this.active = true;
		this.askedAt = System.nanoTime();
		CompletableFuture<LockHandle> asked = acquire();
		this.pending = asked;
		asked.whenCompleteAsync(this::answered, this.steps);
	}

	private CompletableFuture<LockHandle> acquire() {
		try {
			return spec().acquireAsync().toCompletableFuture();
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private void answered(@Nullable LockHandle handle, @Nullable Throwable failure) {
		this.pending = null;
		if (handle != null && this.started) {
			lead(handle);
		}
		else if (handle != null) {
			release(handle, new CompletableFuture<>());
		}
		else if (failure == null || cause(failure) instanceof CancellationException) {
			askAnew();
		}
		else {
			pause(cause(failure));
		}
	}

	private static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	/** A loss is a step of its own, so listeners get it after the grant. */
	private void lead(LockHandle handle) {
		this.failures = 0;
		this.leadership.set(handle);
		handle.onLost(() -> {
			if (this.leadership.compareAndSet(handle, null)) {
				this.steps.execute(() -> handOver(handle, Reason.LOST, new CompletableFuture<>()));
			}
		});
		log(Level.INFO, () -> "This instance is the leader of role '" + LogText.of(this.role) + "' (token "
				+ handle.fencingToken() + ")", null);
		tell(new LeadershipGrantedEvent(this.role, handle.fencingToken()));
	}

	/** The lock may have been lost since it was to be given up. */
	private void handOver(LockHandle handle, Reason wanted, CompletableFuture<Void> released) {
		Reason reason = handle.isLost() ? Reason.LOST : wanted;
		log(Level.INFO, () -> "This instance is no longer the leader of role '" + LogText.of(this.role) + "' (token "
				+ handle.fencingToken() + ", " + reason + ")", null);
		tell(new LeadershipRevokedEvent(this.role, handle.fencingToken(), reason));
		release(handle, released);
	}

	private void release(LockHandle handle, CompletableFuture<Void> released) {
		handle.closeAsync().whenCompleteAsync((done, failure) -> {
			askAnew();
			released.complete(null);
		}, this.steps);
	}

	private void askAnew() {
		this.active = false;
		ask();
	}

	/** A refusal is an answer, if settings let this ask for a limited time only. */
	private void pause(Throwable failure) {
		boolean refused = failure instanceof LockNotAcquiredException;
		boolean answered = refused || System.nanoTime() - this.askedAt > ANSWERED_NANOS;
		this.failures = (answered ? 0 : this.failures) + (refused ? 0 : 1);
		if (this.failures == 1) {
			log(Level.WARN, () -> "This instance can't take part in the election for role '" + LogText.of(this.role)
					+ "' and keeps trying: " + failure.getMessage(), null);
		}
		long nanos = PAUSES.pause(Math.max(this.failures, 1), ThreadLocalRandom.current().nextDouble()).toNanos();
		CompletableFuture<Void> paused = new CompletableFuture<Void>().completeOnTimeout(null, nanos,
				TimeUnit.NANOSECONDS);
		this.pending = paused;
		paused.whenCompleteAsync((over, cancelled) -> {
			this.pending = null;
			askAnew();
		}, this.steps);
	}

	/**
	 * The leadership may have begun after the stop looked for one. If this was started
	 * again meanwhile, there is nothing to give up.
	 */
	private void withdraw(CompletableFuture<Void> withdrawn) {
		if (this.started) {
			withdrawn.complete(null);
			return;
		}
		this.withdrawals.add(withdrawn);
		end(Reason.STOPPED);
		if (this.pending != null) {
			this.pending.cancel(false);
		}
		ask();
	}

	/** A listener may throw anything, even exceptions that it does not declare. */
	private void tell(LeaderEvent event) {
		try {
			this.listener.onLeaderEvent(event);
		}
		catch (Throwable ex) {
			log(Level.WARN, () -> "A listener of role '" + LogText.of(this.role) + "' failed on " + event, ex);
		}
	}

	/** A log that blocks must not delay the steps, of which one gives the lock back. */
	private static void log(Level level, Supplier<String> message, @Nullable Throwable thrown) {
		FailureIsolation.run("A message", () -> BackgroundLog.log(logger, level, message.get(), thrown));
	}

}
