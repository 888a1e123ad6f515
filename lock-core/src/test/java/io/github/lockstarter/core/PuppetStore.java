package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.testing.StallProofTime;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A store that does nothing by itself: the test sees each call, and answers it when and
 * how it likes. Its clock starts at zero with the first look at it.
 */
final class PuppetStore implements LockStore {

	static final String SERVER = "server";

	/** How long a pushed grant is kept for its acquisition. */
	static final Duration CLAIM_WINDOW = Duration.ofSeconds(3);

	static final Duration LEASE = Duration.ofSeconds(30);

	private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

	private final long startedAt = StallProofTime.nanoTime();

	private @Nullable GrantListener listener;

	private volatile boolean releasing;

	private volatile boolean failingRenewals;

	private volatile boolean deaf;

	private volatile @Nullable Thread serving;

	private volatile Supplier<@Nullable StoreException> silence = () -> null;

	private final AtomicInteger subscriptions = new AtomicInteger();

	private final List<String> missed = new CopyOnWriteArrayList<>();

	@Override
	public LockSession open(String instance, GrantListener listener) {
		this.listener = listener;
		return new PuppetSession();
	}

	/**
	 * The next call, which has to be of this kind.
	 */
	Call next(Operation operation) throws InterruptedException {
		Call call = this.calls.poll(30, TimeUnit.SECONDS);
		assertThat(call).as("next call").isNotNull();
		assertThat(call.operation()).isEqualTo(operation);
		await().pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> call.answer.getNumberOfDependents() > 0);
		return call;
	}

	boolean isCalled() {
		return !this.calls.isEmpty();
	}

	/**
	 * From now on release what is to be released, so that a test can end.
	 */
	void release() {
		this.releasing = true;
		this.calls.forEach((call) -> call.answer(AcquisitionState.RELEASED));
	}

	/**
	 * From now on fail renewals, unseen by the test.
	 */
	void failRenewals() {
		this.failingRenewals = true;
	}

	/**
	 * From now on answer no subscription.
	 */
	void answerNoSubscription() {
		this.deaf = true;
	}

	/**
	 * From now on tell why nothing is answered.
	 */
	void explainSilence(Supplier<@Nullable StoreException> reason) {
		this.silence = reason;
	}

	/**
	 * From now on this thread is not to be blocked.
	 */
	void serveConnectionsOn(Thread thread) {
		this.serving = thread;
	}

	/** How often a subscription was asked for. */
	int subscriptions() {
		return this.subscriptions.get();
	}

	/** The locks whose grants were reported as missed. */
	List<String> missed() {
		return this.missed;
	}

	void push(GrantNotification grant) {
		Objects.requireNonNull(this.listener).granted(grant);
	}

	void revoke(Call acquisition) {
		Objects.requireNonNull(this.listener).revoked(acquisition.key(), acquisition.sequence());
	}

	void denyOwnership(Call acquisition, AcquisitionState state) {
		Objects.requireNonNull(this.listener)
			.ownershipDenied(acquisition.key(), acquisition.sequence(),
					new StoreAnswer(state, 0, Duration.ZERO, clock()));
	}

	StoreClock clock() {
		return clock(SERVER);
	}

	StoreClock clock(String server) {
		return new StoreClock(StallProofTime.since(this.startedAt).toNanos() / 1000, server);
	}

	/** A grant whose claim window begins now. */
	GrantNotification grantFor(Call acquisition, long token) {
		return grantFor(acquisition, token, clock());
	}

	/** A grant whose claim window begins at this time. */
	static GrantNotification grantFor(Call acquisition, long token, StoreClock at) {
		return grantFor(acquisition, token, at, CLAIM_WINDOW, null);
	}

	static GrantNotification grantFor(Call acquisition, long token, StoreClock at, Duration window,
			@Nullable Duration othersWaited) {
		return new GrantNotification(acquisition.key(), acquisition.sequence(), token,
				at.micros() / 1000 + window.toMillis(), at, othersWaited, "")
			.provenBy(acquisition.secret);
	}

	enum Operation {

		ACQUIRE, RENEW, RELEASE

	}

	/**
	 * A call that waits for its answer.
	 */
	final class Call {

		private final Operation operation;

		private final String key;

		private final long sequence;

		private final int passes;

		private final Duration placeTimeout;

		private final @Nullable Duration waited;

		private final @Nullable Share share;

		private final boolean downgrades;

		private final Duration lease;

		private final String secret;

		private final CompletableFuture<StoreAnswer> answer = new CompletableFuture<>();

		Call(AcquireRequest request) {
			this.operation = Operation.ACQUIRE;
			this.key = request.key();
			this.sequence = request.sequence();
			this.passes = request.passes();
			this.placeTimeout = request.placeTimeout();
			this.waited = request.waited();
			this.share = request.share();
			this.downgrades = request.downgrades();
			this.lease = request.lease();
			this.secret = request.secret();
		}

		Call(Operation operation, String key, long sequence, int passes, Duration lease) {
			this.operation = operation;
			this.key = key;
			this.sequence = sequence;
			this.passes = passes;
			this.placeTimeout = Duration.ZERO;
			this.waited = null;
			this.share = null;
			this.downgrades = false;
			this.lease = lease;
			this.secret = "";
		}

		Operation operation() {
			return this.operation;
		}

		String key() {
			return this.key;
		}

		long sequence() {
			return this.sequence;
		}

		/** The tokens that it asks to reserve, or says were used. */
		int passes() {
			return this.passes;
		}

		/** How long the caller has waited, if it tells. */
		@Nullable Duration waited() {
			return this.waited;
		}

		/** What it wants to share; {@code null} if it wants the lock alone. */
		@Nullable Share share() {
			return this.share;
		}

		/** Whether it only lets others share what it has to hold already. */
		boolean downgrades() {
			return this.downgrades;
		}

		/** For how long it wants the lock; zero of a release. */
		Duration lease() {
			return this.lease;
		}

		/** Whether it asks for a place in the queue. */
		boolean isQueueing() {
			return this.placeTimeout.compareTo(Duration.ZERO) > 0;
		}

		void answer(AcquisitionState state) {
			answer(state, clock());
		}

		void answer(AcquisitionState state, StoreClock clock) {
			this.answer.complete(new StoreAnswer(state, 7, LEASE, clock));
		}

		void answer(AcquisitionState state, Duration rest) {
			this.answer.complete(new StoreAnswer(state, 7, rest, clock()));
		}

		/** The lock is granted, while others have waited for so long. */
		void grantWhileOthersWait(@Nullable Duration othersWaited) {
			this.answer.complete(new StoreAnswer(AcquisitionState.GRANTED, 7, LEASE, clock(), othersWaited));
		}

		void fail() {
			this.answer.completeExceptionally(new StoreException("connection reset", true, null));
		}

	}

	private final class PuppetSession extends StubSession {

		private CompletionStage<StoreAnswer> call(Call call) {
			if (call.operation() == Operation.RENEW && PuppetStore.this.failingRenewals) {
				call.fail();
				return call.answer;
			}
			PuppetStore.this.calls.add(call);
			if (PuppetStore.this.releasing) {
				call.answer(AcquisitionState.RELEASED);
			}
			return call.answer;
		}

		@Override
		public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
			return call(new Call(request));
		}

		@Override
		public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
			return call(new Call(Operation.RENEW, key, sequence, 0, lease));
		}

		@Override
		public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
			return call(new Call(Operation.RELEASE, key, sequence, passes, Duration.ZERO));
		}

		@Override
		public CompletionStage<Void> listen(String key) {
			PuppetStore.this.subscriptions.incrementAndGet();
			return PuppetStore.this.deaf ? new CompletableFuture<>() : super.listen(key);
		}

		@Override
		public boolean isListening(String key) {
			return !PuppetStore.this.deaf;
		}

		@Override
		public boolean mayBlock() {
			return Thread.currentThread() != PuppetStore.this.serving;
		}

		@Override
		public @Nullable StoreException reasonForSilence() {
			return PuppetStore.this.silence.get();
		}

		@Override
		public void missed(String key) {
			PuppetStore.this.missed.add(key);
		}

	}

}
