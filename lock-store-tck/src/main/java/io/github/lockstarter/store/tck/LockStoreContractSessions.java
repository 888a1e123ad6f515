package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sessions of a store that the {@link LockStoreContract} is about. After each test
 * there is no holder and no waiter.
 */
@NullMarked
@ExtendWith(NeedsFeature.Check.class)
abstract class LockStoreContractSessions implements NeedsFeature.OfStore {

	static final Duration LEASE = Duration.ofSeconds(20);

	static final Duration KEEP = Duration.ofSeconds(10);

	/** For waiters that don't ask again. */
	static final Duration KEEP_BRIEFLY = Duration.ofSeconds(1);

	static final Duration NO_QUEUE = Duration.ZERO;

	static final Owner OWNER = new Owner("shop", "web-1:4711", "main");

	final String key = "contract:" + UUID.randomUUID();

	private final AtomicLong sequence = new AtomicLong();

	private final List<Participant> participants = new ArrayList<>();

	@SuppressWarnings("NullAway.Init")
	Participant one;

	@SuppressWarnings("NullAway.Init")
	Participant two;

	@SuppressWarnings("NullAway.Init")
	Participant three;

	/**
	 * Create a store.
	 * @return a store that shares its locks with those created before
	 */
	protected abstract LockStore createStore();

	/**
	 * A lease or a wait that ends while a test looks on.
	 * @return longer than an operation of the store takes
	 */
	protected Duration shortLease() {
		return Duration.ofMillis(200);
	}

	/**
	 * The time in which the locks of the store end. A store whose clock a test can set
	 * need not wait for that.
	 * @return that of the machine unless overridden
	 */
	protected LockStoreContractTime time() {
		return LockStoreContractTime.OF_THE_MACHINE;
	}

	/** Wait until a lease, a place or a claim window has ended. */
	final void awaitInTime(BooleanSupplier ended) {
		awaitInTime(Duration.ofSeconds(30), ended);
	}

	final void awaitInTime(Duration limit, BooleanSupplier ended) {
		time().await(limit, ended);
	}

	/**
	 * Whether the store knows at once that nobody listens for a waiter any more, and
	 * skips it. Otherwise its grant ends with the claim window, and some tests are
	 * skipped.
	 * @return whether it knows
	 */
	protected boolean knowsWhoIsGone() {
		return true;
	}

	/**
	 * Wait until the store knows that a session is closed, if it may learn that later.
	 * @param instance the instance whose session was closed
	 */
	protected void awaitGone(String instance) {
	}

	/**
	 * Whether a grant counts before it is claimed. One that does not must name no server.
	 * @return {@code true} unless overridden
	 */
	protected boolean countsBeforeTheClaim() {
		return true;
	}

	final void assumeKnowsWhoIsGone() {
		Assumptions.assumeTrue(knowsWhoIsGone(), "This store does not know whose waiters are gone");
	}

	/**
	 * Close what {@link #createStore()} needed. Called after each test.
	 */
	protected void closeStores() {
	}

	/** Whether the store says that it lacks a feature. */
	@Override
	public final boolean lacks(StoreFeature feature) {
		return this.one.store.lacks().contains(feature);
	}

	@BeforeEach
	void openSessions() {
		this.one = new Participant();
		this.two = new Participant();
		this.three = new Participant();
		// the first connection may take longer than a short lease
		this.participants.forEach((participant) -> participant.session.warmUp().toCompletableFuture().join());
	}

	@AfterEach
	void leavesNoHolderAndNoWaiter() {
		this.participants.forEach(Participant::finishAll);
		LockRecord left = this.one.inspect();
		this.participants.forEach((participant) -> participant.session.close());
		closeStores();
		assertThat(left).isEqualTo(LockRecord.free(0));
	}

	/**
	 * A session that remembers what it has asked for.
	 */
	final class Participant implements GrantListener {

		final String instance = "instance-" + LockStoreContractSessions.this.sequence.incrementAndGet() + "_"
				+ UUID.randomUUID();

		private LockStore store = createStore();

		LockSession session = this.store.open(this.instance, this);

		private boolean left;

		final Queue<GrantNotification> grants = new ConcurrentLinkedQueue<>();

		/** Locks with the acquisitions that were ended by force. */
		final Queue<Entry<String, Long>> revoked = new ConcurrentLinkedQueue<>();

		private long last;

		Participant() {
			LockStoreContractSessions.this.participants.add(this);
		}

		void listen() {
			this.session.listen(LockStoreContractSessions.this.key).toCompletableFuture().join();
			assertThat(this.session.isListening(LockStoreContractSessions.this.key)).isTrue();
		}

		/**
		 * Close the session, and leave the place in the queue behind.
		 */
		void leaveWithoutAWord() {
			this.session.close();
			this.left = true;
			awaitGone(this.instance);
		}

		void comeBack() {
			this.store = createStore();
			this.session = this.store.open(this.instance, this);
			this.left = false;
		}

		StoreAnswer acquire(long number, Duration lease, Duration placeTimeout) {
			return acquire(number, lease, placeTimeout, 0);
		}

		StoreAnswer acquire(long number, Duration lease, Duration placeTimeout, int passes) {
			return this.session.acquire(request(number, lease, placeTimeout, passes)).toCompletableFuture().join();
		}

		AcquireRequest request(long number, Duration lease, Duration placeTimeout, int passes) {
			this.last = Math.max(this.last, number);
			return new AcquireRequest(LockStoreContractSessions.this.key, number, lease, OWNER, placeTimeout, passes)
				.withSecret(placeTimeout.isZero() ? "" : secret(number));
		}

		/** Secret that a grant of that acquisition has to prove. */
		String secret(long number) {
			return "%016x".formatted(number + this.instance.hashCode());
		}

		/** Of a caller that has waited for some time. */
		StoreAnswer acquireAfter(Duration waited, long number, Duration placeTimeout) {
			return done(this.session.acquire(request(number, LEASE, placeTimeout, 0).waiting(waited)));
		}

		StoreAnswer share(long number, Share share, Duration placeTimeout) {
			return share(number, share, LEASE, placeTimeout);
		}

		StoreAnswer share(long number, Share share, Duration lease, Duration placeTimeout) {
			return done(this.session.acquire(request(number, lease, placeTimeout, 0).sharing(share)));
		}

		/** Let others read beside an acquisition that has the lock alone. */
		StoreAnswer downgrade(long number) {
			return done(this.session.acquire(request(number, LEASE, NO_QUEUE, 0).downgradingTo(Share.READER)));
		}

		StoreAnswer releaseWithoutMark(long number) {
			return done(this.session.releaseWithoutMark(LockStoreContractSessions.this.key, number, 0, NO_QUEUE));
		}

		/** Ask with new numbers until the lock is granted. */
		StoreAnswer acquireAtLast() {
			AtomicReference<@Nullable StoreAnswer> granted = new AtomicReference<>();
			awaitInTime(() -> {
				StoreAnswer answer = acquire(this.last + 1, LEASE, NO_QUEUE);
				granted.set(answer);
				return answer.state() == AcquisitionState.GRANTED;
			});
			return Objects.requireNonNull(granted.get());
		}

		/** The number that it asked with last. */
		long last() {
			return this.last;
		}

		StoreAnswer renew(long number, Duration lease) {
			return this.session.renew(LockStoreContractSessions.this.key, number, lease).toCompletableFuture().join();
		}

		StoreAnswer release(long number) {
			return release(number, 0);
		}

		StoreAnswer release(long number, int passes) {
			return this.session.release(LockStoreContractSessions.this.key, number, passes)
				.toCompletableFuture()
				.join();
		}

		StoreAnswer releaseAndKeep(long number, int passes, Duration keepFor) {
			return done(this.session.release(LockStoreContractSessions.this.key, number, passes, keepFor));
		}

		boolean forceRelease(LockRecord.Hold hold) {
			return done(this.session.forceRelease(LockStoreContractSessions.this.key, hold));
		}

		boolean forceRelease() {
			return done(this.session.forceRelease(LockStoreContractSessions.this.key));
		}

		Requeued requeue(long finished, int passes, AcquireRequest next) {
			return this.session.requeue(finished, passes, next).toCompletableFuture().join();
		}

		<T> T done(CompletionStage<T> stage) {
			return stage.toCompletableFuture().join();
		}

		/** Holders of the lock, by instance and sequence. */
		List<String> holders() {
			return inspect().holds().stream().map((hold) -> hold.instance() + ":" + hold.sequence()).toList();
		}

		String named(long number) {
			return this.instance + ":" + number;
		}

		LockRecord.Hold hold() {
			LockRecord.Hold hold = inspect().hold();
			assertThat(hold).isNotNull();
			return hold;
		}

		LockRecord inspect() {
			return this.session.inspect(LockStoreContractSessions.this.key).toCompletableFuture().join();
		}

		void finishAll() {
			if (this.left) {
				comeBack();
			}
			for (long number = 1; number <= this.last; number++) {
				this.session.release(LockStoreContractSessions.this.key, number)
					.exceptionally((failure) -> new StoreAnswer(AcquisitionState.UNKNOWN, 0, Duration.ZERO,
							new StoreClock(0, "")))
					.toCompletableFuture()
					.join();
			}
		}

		@Override
		public void granted(GrantNotification grant) {
			this.grants.add(grant);
		}

		@Override
		public void revoked(String revokedKey, long number) {
			this.revoked.add(Map.entry(revokedKey, number));
		}

		@Override
		public void grantsMayBeLost() {
		}

	}

}
