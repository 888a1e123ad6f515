package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.IdleLifecycle;
import io.github.lockstarter.core.hold.LeaseLimit;
import io.github.lockstarter.core.hold.LeaseRenewals;
import io.github.lockstarter.core.hold.LockPlan;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.hold.ReleaseRetries;
import io.github.lockstarter.core.platform.SteppedPlatform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.core.queue.ScriptedSession.Request;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * LockQueues with all that they drive, on one thread and in the time of the test.
 */
final class QueuesAtWork {

	static final String KEY = "order:42";

	/** Comes before it. */
	static final String FIRST = "order:41";

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final LockOptions PATIENT = LockOptions.of(LockOption.LEASE_TIME, LEASE)
		.with(LockOption.WAIT_TIME, Duration.ofHours(1));

	private final SteppedPlatform platform = new SteppedPlatform();

	private final ScriptedSession session = new ScriptedSession(this.platform);

	private final Timer timer = this.platform.timer("timer");

	private final EventDispatcher events = events();

	private final LeaseRenewals renewals = new LeaseRenewals(this.platform, this.session, this.timer, null,
			LeaseLimit.NONE, this.events);

	private final StoreRequests requests;

	private final LockQueues queues;

	private @Nullable Runnable beforeLeaving;

	QueuesAtWork() {
		this(Set.of());
	}

	QueuesAtWork(Set<StoreFeature> lacks) {
		this.requests = requests(lacks);
		this.queues = new LockQueues(this.platform, this.timer, this.requests, LocalHandover.DEFAULT, new Lifecycle(),
				new ClientLifecycle((thread) -> false));
	}

	private EventDispatcher events() {
		CallbackExecutor callbacks = new CallbackExecutor(this.platform, this.timer, "callbacks", 1, 1);
		return new EventDispatcher(LockInstrumentation.NONE, LockEventListener.NONE, callbacks, callbacks);
	}

	private StoreRequests requests(Set<StoreFeature> lacks) {
		return new StoreRequests(this.platform, this.session,
				new StoreRequests.Terms(lacks, (thread) -> new Owner("shop", "one", thread.getName()),
						LocalHandover.DEFAULT.maxPasses()),
				this.renewals, new ReleaseRetries(this.platform, this.session, this.timer, this.events), this.events);
	}

	ScriptedSession session() {
		return this.session;
	}

	LockQueues all() {
		return this.queues;
	}

	/** Whether the store is being asked, and has answered nothing for a moment. */
	boolean isSilent() {
		return this.requests.isSilentFor(0);
	}

	void pass(Duration time) {
		this.platform.pass(time);
	}

	/** Where the dialog about the lock stands. */
	AcquisitionPhase state() {
		return state(KEY);
	}

	AcquisitionPhase state(String key) {
		return this.queues.queue(key).state();
	}

	/** Whoever waited has the lock, and gives it back. */
	static void giveBack(Waiter served) {
		Hold hold = served.join();
		hold.leave(hold.request());
	}

	/** What somebody asks for that comes to a lock. */
	static LockRequest request(String key, LockOptions options) {
		return new LockRequest(
				new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("", options.over(PATIENT))), "",
				List.of(key));
	}

	Waiter waiter(String key, LockOptions options) {
		return waiter(key, options, false);
	}

	private Waiter waiter(String key, LockOptions options, boolean blocking) {
		LockOptions all = options.over(PATIENT);
		LockRequest request = request(key, options);
		return new Waiter(this.platform, request, key,
				WaitLimits.of(this.platform.nanoTime(), all.get(LockOption.WAIT_TIME)), blocking, false);
	}

	/** Somebody comes to the lock. */
	Waiter join(LockOptions options) {
		return join(waiter(KEY, options));
	}

	private Waiter join(Waiter waiter) {
		this.queues.join(waiter);
		return waiter;
	}

	/** A thread comes to the lock, and waits there. */
	Waiter block() {
		return join(waiter(KEY, LockOptions.NONE, true));
	}

	Waiter join() {
		return join(LockOptions.NONE);
	}

	/** When somebody has just left a hold, and the queue is yet to be told. */
	void beforeLeaving(Runnable action) {
		this.beforeLeaving = action;
	}

	void leave(Waiter waiter) {
		this.queues.leave(waiter);
	}

	/** The request that was sent. */
	Request asked() {
		return asked(KEY);
	}

	Request asked(String key) {
		Request next = this.session.poll(key);
		assertThat(next).as("a request").isNotNull();
		return next;
	}

	void assertNothingAsked() {
		assertThat(this.session.poll(KEY)).isNull();
	}

	private final class Lifecycle extends IdleLifecycle implements QueueOwner {

		@Override
		public void waits(Waiter waiter) {
		}

		@Override
		public CompletionStage<Void> downgraded(Hold hold) {
			return QueuesAtWork.this.queues.downgraded(hold.jvmLease());
		}

		@Override
		public CompletionStage<Void> extend(Hold hold, Duration lease) {
			return QueuesAtWork.this.renewals.extend(hold, lease);
		}

		@Override
		public CompletionStage<@Nullable StoreAnswer> left(Hold hold) {
			Runnable before = QueuesAtWork.this.beforeLeaving;
			QueuesAtWork.this.beforeLeaving = null;
			if (before != null) {
				before.run();
			}
			return QueuesAtWork.this.queues.left(hold);
		}

		@Override
		public void lost(Hold hold, String reason) {
			QueuesAtWork.this.queues.lost(hold.jvmLease());
		}

	}

}
