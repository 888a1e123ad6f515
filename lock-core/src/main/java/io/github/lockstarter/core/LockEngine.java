package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.AdaptiveLeases;
import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.HoldLifecycle;
import io.github.lockstarter.core.hold.Holds;
import io.github.lockstarter.core.hold.LeaseLimit;
import io.github.lockstarter.core.hold.LeaseRenewals;
import io.github.lockstarter.core.hold.LockPlan;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.hold.ReleaseRetries;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.core.queue.ClientLifecycle;
import io.github.lockstarter.core.queue.LockQueues;
import io.github.lockstarter.core.queue.StoreRequests;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The locks of one client between its start and its end: makes the parts and connects
 * them, and shuts everything down. Thread-safe.
 */
final class LockEngine {

	private static final Logger logger = LoggerFactory.getLogger(LockEngine.class);

	private final Platform platform;

	private final String instance;

	private final Timer timer;

	private final LockSession session;

	private final Set<StoreFeature> lacks;

	private final CallbackExecutors callbacks;

	private final ShutdownSteps shutdown;

	private final LockInstrumentation instrumentation;

	private final EventDispatcher events;

	private final StoreCalls calls;

	private final Holds holds;

	private final ClientLifecycle clientLifecycle;

	private final LeaseRenewals renewals;

	private final ReleaseRetries releases;

	private final DefaultHoldLifecycle holdLifecycle;

	private final LockQueues queues;

	private final LeaseLimit leaseLimit;

	/** Whether its store does not keep every lease. */
	private final boolean limited;

	private final AdaptiveLeases adaptiveLeases;

	private final HandleContext handles;

	LockEngine(LockStore store, ClientIdentity identity, LockClientOptions options,
			DefaultLockClient.Observers observers, ClientLifecycle clientLifecycle, Platform platform) {
		this.platform = platform;
		this.instance = platform.randomId();
		this.instrumentation = observers.instrumentation();
		this.timer = platform.timer("lock-timer");
		this.callbacks = new CallbackExecutors(platform, this.timer);
		this.shutdown = new ShutdownSteps(platform);
		this.lacks = store.lacks();
		this.leaseLimit = LeaseLimit.of(store);
		this.limited = store.longestLease().isPresent();
		this.adaptiveLeases = new AdaptiveLeases(this.leaseLimit);
		Listener listener = new Listener();
		this.session = open(store, this.instance, listener, this.timer);
		this.events = new EventDispatcher(this.instrumentation, observers.listener(), this.callbacks.losses(),
				this.callbacks.events());
		this.releases = new ReleaseRetries(platform, this.session, this.timer, this.events);
		this.calls = new StoreCalls(platform, this.timer, this.session, this.events, this.releases,
				options.releaseInBackground());
		this.holds = new Holds(platform, this.timer);
		this.handles = new HandleContext(platform, this.calls, this.callbacks, this.events, this.holds,
				clientLifecycle);
		this.clientLifecycle = clientLifecycle;
		this.renewals = new LeaseRenewals(platform, this.session, this.timer, options.renewalInterval(),
				this.leaseLimit, this.events);
		StoreRequests requests = new StoreRequests(platform, this.session,
				new StoreRequests.Terms(this.lacks, identity::owner, options.localHandover().maxPasses()),
				this.renewals, this.releases, this.events);
		this.holdLifecycle = new DefaultHoldLifecycle(
				this.holds, this.renewals, this.adaptiveLeases, this.events, (owner) -> new LockQueues(platform,
						this.timer, requests, options.localHandover(), owner, clientLifecycle),
				(queues) -> new SlowLockReporter(platform, this.timer, queues, this.session));
		this.queues = this.holdLifecycle.queues();
		listener.queues = this.queues;
	}

	/** A timer without a client would keep its thread. */
	private static LockSession open(LockStore store, String instance, GrantListener listener, Timer timer) {
		try {
			return store.open(instance, listener);
		}
		catch (Throwable ex) {
			timer.shutdown();
			throw ex;
		}
	}

	/**
	 * A request for locks, which the store of this engine can keep.
	 * @throws IllegalArgumentException if it can't, with a message that says what to use
	 * instead
	 */
	LockRequest request(LockPlan plan, String name, List<String> keys) {
		if (!this.lacks.isEmpty()) {
			checkSupported(plan);
		}
		LockRequest asked = new LockRequest(plan, name, keys);
		LockRequest request = (plan.adaptiveLease() != null) ? this.adaptiveLeases.choose(asked) : asked;
		if (this.limited) {
			this.leaseLimit.check(request.leaseTime());
		}
		return request;
	}

	private void checkSupported(LockPlan plan) {
		if (plan.isFair() && this.lacks.contains(StoreFeature.QUEUE)) {
			throw new IllegalArgumentException(
					"The lock store has no queue, so it can't serve in the order that the option"
							+ " 'fair' asks for; leave out the option, or keep the lock in another store.");
		}
		if (plan.kind() != LockKind.MUTEX && this.lacks.contains(StoreFeature.SHARES)) {
			throw new IllegalArgumentException(
					"The lock store has neither read locks nor semaphores, so the option 'kind' can't be " + plan.kind()
							+ "; keep the lock in another store.");
		}
	}

	/** Lifecycle of the holds. */
	HoldLifecycle holdLifecycle() {
		return this.holdLifecycle;
	}

	Acquisition acquisition(LockRequest request, Duration waitTime, boolean blocking) {
		return acquisition(request, waitTime, LockContext.scope(), blocking);
	}

	private Acquisition acquisition(LockRequest request, Duration waitTime, LockScope scope, boolean blocking) {
		return new Acquisition(this.handles, this.queues, reentry(scope, blocking), request, waitTime);
	}

	private Reentry reentry(LockScope scope, boolean blocking) {
		return new Reentry(this.handles, scope, blocking);
	}

	DefaultLockHandle acquire(LockRequest request, Duration waitTime) {
		Acquisition acquisition = acquisition(request, waitTime, true);
		return blocking(request, acquisition, true).acquire((holds) -> handle(request, acquisition, holds));
	}

	/**
	 * Take locks for a caller that may forget them, and is then to be named.
	 * @param called what it has called
	 */
	DefaultLockHandle acquire(LockRequest request, Duration waitTime, Class<?> called) {
		CallSites.Search caller = this.handles.callSites.search(called);
		Acquisition acquisition = acquisition(request, waitTime, true);
		return blocking(request, acquisition, true).whileWaiting(caller)
			.acquire((holds) -> handle(request, acquisition, holds))
			.acquiredBy(caller);
	}

	/**
	 * Take locks for the calling thread, which is to unlock them as JDK locks: then only
	 * the thread tells which ones these are.
	 */
	void lock(LockRequest request, Duration waitTime, boolean interruptible) {
		Acquisition acquisition = acquisition(request, waitTime, LockScope.NONE, true);
		blocking(request, acquisition, interruptible).acquire((holds) -> {
			holds.forEach((hold) -> hold.open(this.platform.currentThread(), null, request, false));
			return holds;
		});
	}

	private BlockingAcquisition blocking(LockRequest request, Acquisition acquisition, boolean interruptible) {
		if (!this.session.mayBlock() && !acquisition.isAgain()) {
			throw this.calls.wouldBlock("acquireAsync or callAsync, return a publisher under @DistributedLock");
		}
		return new BlockingAcquisition(this.platform, this.instrumentation, request, acquisition, interruptible);
	}

	/** Leave locks that the calling thread has as JDK locks. */
	void unlock(LockRequest request, List<Hold> entered) {
		StackProbe.checkToHandOver();
		this.calls.awaitReleased(this.calls.leaveAll(entered, (hold) -> unlock(request, hold)), request.onLoss());
	}

	private CompletionStage<Void> unlock(LockRequest request, Hold hold) {
		hold.disown(this.platform.currentThread(), request);
		return hold.leave(request);
	}

	CompletionStage<LockHandle> acquireAsync(LockRequest request, Duration waitTime) {
		Acquisition acquisition = acquisition(request, waitTime, false);
		return new AsyncAcquisition(this.platform, this.instrumentation, this.timer, this.callbacks.completions(),
				acquisition, (holds) -> handle(request, acquisition, holds))
			.start();
	}

	private DefaultLockHandle handle(LockRequest request, Acquisition acquisition, List<Hold> acquired) {
		return new DefaultLockHandle(this.handles, request, acquired).open(acquisition.enteredAround());
	}

	DefaultLockHandle handle(LockRequest request, List<Hold> acquired) {
		return new DefaultLockHandle(this.handles, request, acquired).open(List.of());
	}

	/** Hold of the calling thread, lost or not; {@code null} if it has none. */
	@Nullable Hold heldHere(String key) {
		return this.holds.find(key);
	}

	Optional<LockHandle> held(LockRequest request) {
		return HandleView.of(this.handles, request, reentry(LockContext.scope(), true));
	}

	/** Who holds what in this store. */
	Holds holds() {
		return this.holds;
	}

	AdaptiveLeases adaptiveLeases() {
		return this.adaptiveLeases;
	}

	DefaultLockAdmin admin() {
		return new DefaultLockAdmin(this.instance, this.session, this.calls, this.holds, this.queues, this.events);
	}

	CompletionStage<Void> warmUp() {
		return this.session.warmUp();
	}

	/**
	 * Refuse those that are not served any more.
	 * @return completed when nothing is held
	 */
	CompletableFuture<?> drained() {
		if (isClosed()) {
			return CompletableFuture.completedFuture(null);
		}
		this.shutdown.run("refusing those that wait for locks", this.queues::drain);
		this.renewals.lookNow();
		return this.holds.none();
	}

	/**
	 * Warn of the locks that are still held.
	 * @param limit how long the shutdown has waited for their release
	 */
	void reportHeld(Duration limit) {
		if (!isClosed()) {
			this.holds.forEach((hold) -> FailureIsolation.run("A warning",
					() -> BackgroundLog.warn(logger, ShutdownSteps.leftBehind(hold, limit))));
		}
	}

	void close() {
		this.clientLifecycle.close();
		this.shutdown.run("refusing those that wait for locks", this.queues::drain);
		this.shutdown.run("claiming what was granted last", this.renewals::sendClaims);
		this.callbacks.end();
		this.shutdown.run("closing the connections for locks", this.session::close);
		this.releases.close();
		this.shutdown.run("logging what happened", BackgroundLog::flush);
		this.shutdown.end();
		this.renewals.stop(this.timer::shutdown);
	}

	/** Runs the stages of asynchronous calls. */
	CallbackExecutor completions() {
		return this.callbacks.completions();
	}

	ClientLifecycle clientLifecycle() {
		return this.clientLifecycle;
	}

	boolean isClosed() {
		return this.clientLifecycle.isClosed();
	}

	/** Whether nothing is held, waited for or scheduled. */
	boolean isIdle() {
		return this.holdLifecycle.isIdle() && this.renewals.isIdle()
				&& this.timer.scheduled() <= this.renewals.timers() + this.holdLifecycle.timers();
	}

	/**
	 * Hears what the store tells. What comes before there are queues concerns none.
	 */
	private static final class Listener implements GrantListener {

		private volatile @Nullable LockQueues queues;

		@Override
		public void granted(GrantNotification grant) {
			LockQueues told = this.queues;
			if (told != null) {
				told.granted(grant);
			}
		}

		@Override
		public void revoked(String key, long sequence) {
			LockQueues told = this.queues;
			if (told != null) {
				told.perhapsRevoked(key, sequence);
			}
		}

		@Override
		public void ownershipDenied(String key, long sequence, StoreAnswer answer) {
			LockQueues told = this.queues;
			if (told != null) {
				told.ownershipDenied(key, sequence, answer);
			}
		}

		@Override
		public void grantsMayBeLost() {
			LockQueues told = this.queues;
			if (told != null) {
				told.grantsMayBeLost();
			}
		}

	}

}
