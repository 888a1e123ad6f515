package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.RareWarning;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.JvmLease;
import io.github.lockstarter.core.hold.LeaseMath;
import io.github.lockstarter.core.hold.LeaseRenewals;
import io.github.lockstarter.core.hold.ReleaseRetries;
import io.github.lockstarter.core.hold.StoreFailures;
import io.github.lockstarter.core.platform.Moment;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.PendingAcquisition.Hearing;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.StoreTimes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what queues have decided to ask the store. Called outside of their mutexes; what
 * a store throws is an answer like others. Thread-safe.
 */
public final class StoreRequests {

	private static final Logger logger = LoggerFactory.getLogger(StoreRequests.class);

	private final Platform platform;

	private final LockSession session;

	private final Terms terms;

	private final LeaseRenewals renewals;

	private final ReleaseRetries releases;

	private final EventDispatcher events;

	private final AtomicLong sequence = new AtomicLong();

	private final GrantSecrets secrets;

	private final RareWarning forged = new RareWarning(StoreRequests.class);

	private final AtomicBoolean deafnessReported = new AtomicBoolean();

	/** Number of requests of acquisitions that the store has not answered yet. */
	private final AtomicInteger unanswered = new AtomicInteger();

	/** Since when requests are unanswered, as of the last answer to any of them. */
	private volatile long silentSince;

	/** Whether nothing was asked since the last answer. */
	private volatile boolean upToDate;

	/** Most clients keep none. */
	private volatile @Nullable KeptLocks kept;

	private final RecheckPace pace = new RecheckPace();

	/** Long enough for re-checks at that pace. */
	private volatile Duration placeTimeout = Duration.ofNanos(StoreTimes.RECHECKS_OF_A_PLACE * RecheckPace.USUAL_NANOS);

	/** Create it. */
	public StoreRequests(Platform platform, LockSession session, Terms terms, LeaseRenewals renewals,
			ReleaseRetries releases, EventDispatcher events) {
		this.platform = platform;
		this.secrets = new GrantSecrets(platform);
		this.session = session;
		this.terms = terms;
		this.renewals = renewals;
		this.releases = releases;
		this.events = events;
	}

	/** Whether the store has a queue. */
	boolean canQueue() {
		return !this.terms.lacks.contains(StoreFeature.QUEUE);
	}

	/** The secrets of the acquisitions that wait. */
	GrantSecrets secrets() {
		return this.secrets;
	}

	/** A new acquisition in the name of a waiter. */
	PendingAcquisition begin(Waiter head) {
		return new PendingAcquisition(this.sequence.incrementAndGet(), head.share, longestKept(head));
	}

	/** A grant has a proof, and not the one that its store gives. */
	void forged(GrantNotification grant) {
		this.forged.warn(() -> "A message says that lock '" + LogText.of(grant.key())
				+ "' was granted, and was not sent by the store: somebody else sends grants on the channels of"
				+ " this instance. It is asked for, and not believed.");
	}

	/**
	 * Longest time for which the store keeps what a waiter asks for, if it is not
	 * released.
	 */
	Duration longestKept(Waiter waiter) {
		boolean mayQueue = waiter.waitsForHolders() && canQueue();
		return mayQueue ? LeaseMath.longer(waiter.lease, this.placeTimeout) : waiter.lease;
	}

	/** Pace at which those that wait ask again. */
	RecheckPace pace() {
		return this.pace;
	}

	/** So many have places in the store. */
	void waiting(int count) {
		this.pace.waiting(count);
		this.placeTimeout = Duration.ofNanos(StoreTimes.RECHECKS_OF_A_PLACE * this.pace.nanos());
	}

	/**
	 * The store is to keep a lock that this JVM has no longer, from this JVM as well.
	 * Noted before anybody here asks for it again.
	 */
	void keep(String key, Duration time) {
		KeptLocks known = this.kept;
		if (known == null) {
			known = keptLocks();
		}
		known.keep(key, time);
	}

	private synchronized KeptLocks keptLocks() {
		KeptLocks known = this.kept;
		if (known == null) {
			known = new KeptLocks(this.platform);
			this.kept = known;
		}
		return known;
	}

	/** Whether the store is being asked, and has answered nothing for so long. */
	boolean isSilentFor(long nanos) {
		return this.unanswered.get() > 0 && this.platform.nanoTime() - this.silentSince > nanos;
	}

	@Nullable StoreException reasonForSilence() {
		return StoreFailures.ofSilence(this.session);
	}

	void acquire(AcquireAttempt attempt) {
		follow(attempt, staged(() -> this.session.acquire(request(attempt))));
	}

	void acquireAll(List<AcquireAttempt> attempts) {
		List<CompletionStage<StoreAnswer>> answers = stagedAll(attempts, this.session::acquire, this::request);
		for (int i = 0; i < attempts.size(); i++) {
			follow(attempts.get(i), answers.get(i));
		}
	}

	/**
	 * Ask for several locks, each of which is of use only if those before are granted.
	 */
	void acquireInOrder(List<AcquireAttempt> attempts) {
		if (attempts.size() == 1) {
			acquire(attempts.get(0));
			return;
		}
		asked();
		List<CompletableFuture<StoreAnswer>> answers = stagedAll(attempts, this.session::acquireInOrder,
				(attempt) -> request(attempt, Duration.ZERO))
			.stream()
			.map(StoreRequests::heard)
			.toList();
		new OrderedBatch(attempts, answers).follow((answer, thrown) -> answered(answer));
	}

	/**
	 * Give back a JVM lease that is over, and ask for the next acquisition in the same
	 * step.
	 * @param released completed with the first answer to the release, or with
	 * {@code null} if there was a failure
	 */
	void requeue(JvmLease over, AcquireAttempt next, CompletableFuture<@Nullable StoreAnswer> released) {
		this.renewals.end(over);
		CompletionStage<Requeued> both = staged(
				() -> over.isDoubtful() ? this.session.requeue(over.sequence(), over.passes(), request(next))
						: this.session.requeueWithoutMark(over.sequence(), over.passes(), request(next)));
		follow(next, both.thenApply(Requeued::next));
		this.releases.release(over, both.thenApply(Requeued::released), released);
	}

	/** Give back a JVM lease that is over. */
	void release(JvmLease over, Duration keepFor, CompletableFuture<@Nullable StoreAnswer> released) {
		this.renewals.end(over);
		this.releases.release(over, keepFor, released);
	}

	/** Why the lock is closed although this JVM has given it back. */
	@Nullable StoreException unreleased(String key) {
		return this.releases.unreleased(key);
	}

	/**
	 * Give back the JVM lease of a hold that was left, as far as the store still has it.
	 */
	void release(Hold left, CompletableFuture<@Nullable StoreAnswer> released) {
		if (!left.lease().keepFor().isZero()) {
			keep(left.key(), left.lease().keepFor());
		}
		release(left.jvmLease(), left.lease().keepFor(), released);
	}

	/** Let a JVM lease end by itself in the store. */
	void leave(JvmLease over) {
		this.renewals.end(over);
	}

	/** Find out soon if a JVM lease is gone that others of this JVM wait for. */
	void lookUp(JvmLease jvmLease) {
		this.renewals.lookUp(jvmLease);
	}

	/** Find out now if a JVM lease was released by force, as a message says. */
	void perhapsRevoked(JvmLease jvmLease) {
		this.renewals.perhapsRevoked(jvmLease);
	}

	void cancel(String key, long number, Duration lease) {
		this.releases.cancel(key, number, lease);
	}

	/**
	 * Claim a grant that was pushed, if it is used for so long, and watch over its JVM
	 * lease.
	 */
	void claim(JvmLease jvmLease, AcquireAttempt claim) {
		this.renewals.claimLater(jvmLease, () -> staged(() -> this.session.acquire(request(claim, Duration.ZERO))));
	}

	/**
	 * Let others share what this JVM had alone, under the same number.
	 * @return a stage that completes when that was answered, or has failed
	 */
	CompletionStage<Void> share(JvmLease jvmLease) {
		return this.renewals.share(jvmLease, () -> staged(() -> this.session.acquire(sharing(jvmLease))));
	}

	private AcquireRequest sharing(JvmLease jvmLease) {
		Thread thread = jvmLease.hold().thread();
		Owner owner = this.terms.owners.apply((thread != null) ? thread : this.platform.currentThread());
		return new AcquireRequest(jvmLease.key(), jvmLease.sequence(), jvmLease.leaseOfShare(), owner, Duration.ZERO)
			.downgradingTo(Share.READER);
	}

	void watch(JvmLease jvmLease, Moment sentAt) {
		this.renewals.start(jvmLease, sentAt);
	}

	void listen(String key, BiConsumer<@Nullable Void, @Nullable Throwable> done) {
		staged(() -> this.session.listen(key)).whenComplete(done);
	}

	/**
	 * Warn once that no grant can arrive, so that waiters only get one by asking again.
	 */
	void cannotListen(StoreException cause) {
		if (!cause.isPassing() && this.deafnessReported.compareAndSet(false, true)) {
			BackgroundLog.warn(logger,
					"Can't subscribe to lock notifications; waiters poll every second instead: " + cause.getMessage());
		}
	}

	/** A grant that may have been sent did not arrive. */
	void missed(String key) {
		this.session.missed(key);
	}

	void failed(StoreException cause) {
		this.events.storeFailed(cause);
	}

	private void follow(AcquireAttempt attempt, CompletionStage<StoreAnswer> stage) {
		asked();
		try {
			stage.whenComplete((answer, thrown) -> {
				answered(answer);
				attempt.answered(answer, thrown);
			});
		}
		catch (Throwable ex) {
			answered(null);
			attempt.answered(null, ex);
		}
	}

	private void asked() {
		if (this.upToDate || this.unanswered.get() == 0) {
			this.silentSince = this.platform.nanoTime();
			this.upToDate = false;
		}
		this.unanswered.incrementAndGet();
	}

	private void answered(@Nullable StoreAnswer answer) {
		if (answer != null) {
			this.silentSince = this.platform.nanoTime();
			this.upToDate = true;
		}
		this.unanswered.decrementAndGet();
	}

	private static List<CompletionStage<StoreAnswer>> stagedAll(List<AcquireAttempt> attempts,
			Function<List<AcquireRequest>, List<CompletionStage<StoreAnswer>>> call,
			Function<AcquireAttempt, AcquireRequest> request) {
		try {
			return call.apply(attempts.stream().map(request).toList());
		}
		catch (Throwable ex) {
			return attempts.stream()
				.map((attempt) -> CompletableFuture.<StoreAnswer>failedStage(StoreFailures.of(ex)))
				.toList();
		}
	}

	private static <T> CompletionStage<T> staged(Supplier<CompletionStage<T>> call) {
		try {
			return call.get();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedStage(StoreFailures.of(ex));
		}
	}

	/** What a stage answers; a stage that can't be followed has failed. */
	private static <T> CompletableFuture<T> heard(CompletionStage<T> stage) {
		CompletableFuture<T> heard = new CompletableFuture<>();
		try {
			stage.whenComplete((answer, thrown) -> {
				if (thrown != null) {
					heard.completeExceptionally(thrown);
				}
				else {
					heard.complete(answer);
				}
			});
		}
		catch (Throwable ex) {
			heard.completeExceptionally(ex);
		}
		return heard;
	}

	private AcquireRequest request(AcquireAttempt attempt) {
		boolean queueing = attempt.head.waitsForHolders() && canQueue()
				&& (this.session.isListening(attempt.key) || hearsAnotherWay(attempt));
		return request(attempt, queueing ? this.placeTimeout : Duration.ZERO);
	}

	/** Whether it expects no push; it keeps trying to subscribe while it may. */
	private boolean hearsAnotherWay(AcquireAttempt attempt) {
		Hearing hearing = attempt.acquisition.hearing();
		if (hearing == Hearing.NOT_YET) {
			this.session.listen(attempt.key);
		}
		return hearing != Hearing.EXPECTED;
	}

	private AcquireRequest request(AcquireAttempt attempt, Duration placeTimeout) {
		PendingAcquisition asked = attempt.acquisition;
		Waiter head = attempt.head;
		KeptLocks known = this.kept;
		boolean supersedes = attempt.supersedes() && (known == null || !known.contain(attempt.key));
		return new AcquireRequest(attempt.key, asked.sequence(), head.lease, this.terms.owners.apply(head.thread()),
				placeTimeout, this.terms.passes, asked.share(), head.age(), false, null, supersedes,
				placeTimeout.isZero() ? "" : asked.secret(this.secrets));
	}

	/**
	 * Terms of all requests of a client.
	 *
	 * @param lacks what the store can't do
	 * @param owners how a thread shows itself to people
	 * @param passes how many tokens are reserved for holders that follow
	 */
	public record Terms(Set<StoreFeature> lacks, Function<Thread, Owner> owners, int passes) {

	}

}
