package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.InDoubtAcquisitions;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.NoVoteException;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.Vote;
import org.jspecify.annotations.Nullable;

/**
 * One store of a quorum, with its availability. A node that has failed several times in a
 * row, or was silent for a while, is asked only once a second. Thread-safe.
 */
final class Node {

	private static final int MOST_FAILURES = 3;

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final int index;

	private final NamedStore store;

	private final LockSession session;

	private final QuorumTimer timer;

	private final InDoubtAcquisitions inDoubt = new InDoubtAcquisitions();

	/** Whether it has ever answered. */
	private boolean known;

	private int failures;

	private long silentSince;

	private @Nullable StoreException trouble;

	private long askedAt;

	private final KnownServer server;

	/** The lead of its clock over this JVM's monotonic one, once it has answered. */
	private @Nullable Long aheadMicros;

	Node(int index, NamedStore store, LockSession session, QuorumTimer timer) {
		this.index = index;
		this.store = store;
		this.session = session;
		this.timer = timer;
		this.server = new KnownServer(timer);
	}

	int index() {
		return this.index;
	}

	String name() {
		return this.store.name();
	}

	LockSession session() {
		return this.session;
	}

	/** Send it a request, unless it is down and was asked a moment ago. */
	<A> CompletionStage<A> ask(Function<LockSession, CompletionStage<A>> question) {
		StoreException known = refusal();
		return (known != null) ? CompletableFuture.failedStage(known) : askAnyway(question);
	}

	/** Send it several requests at once. */
	<A> List<CompletionStage<A>> askAll(int count, Function<LockSession, List<CompletionStage<A>>> questions) {
		StoreException known = refusal();
		if (known != null) {
			return Collections.nCopies(count, CompletableFuture.failedStage(known));
		}
		List<CompletionStage<A>> answers;
		try {
			answers = questions.apply(this.session);
		}
		catch (Throwable ex) {
			answers = Collections.nCopies(count, CompletableFuture.failedStage(ex));
		}
		return answers.stream().map((stage) -> stage.whenComplete((answer, thrown) -> heard(thrown))).toList();
	}

	/**
	 * Ask it for a lock.
	 * @param vote the conditions
	 * @param sent called when the request is sent
	 */
	CompletionStage<StoreAnswer> acquire(AcquireRequest request, Vote vote, Runnable sent) {
		Long sequence = request.sequence();
		this.server.wanted(vote);
		return ask((asked) -> {
			sent.run();
			return this.inDoubt.count(sequence, () -> contained(() -> asked.acquire(request.voting(vote))));
		}).handle((answer, thrown) -> voted(vote, answer, thrown));
	}

	private StoreAnswer voted(Vote vote, @Nullable StoreAnswer answer, @Nullable Throwable thrown) {
		if (answer == null) {
			StoreException failure = failure(thrown);
			if (failure instanceof NoVoteException young) {
				this.server.told(young.getServer());
			}
			throw failure;
		}
		told(answer.clock());
		StoreException refusal = this.server.refusal(vote);
		if (refusal != null) {
			throw refusal;
		}
		return answer;
	}

	/**
	 * Release a lock. The node may forget it only if no more requests can come for it.
	 */
	CompletionStage<StoreAnswer> release(String key, Long sequence, int passes, Duration keepFor, boolean withoutMark) {
		return ask((asked) -> (withoutMark && this.inDoubt.isAnswered(sequence))
				? asked.releaseWithoutMark(key, sequence, passes, keepFor)
				: asked.release(key, sequence, passes, keepFor));
	}

	<A> CompletionStage<A> askAnyway(Function<LockSession, CompletionStage<A>> question) {
		return contained(() -> question.apply(this.session)).whenComplete((answer, thrown) -> heard(thrown));
	}

	/** An exception of its client library concerns no other node. */
	private static <A> CompletionStage<A> contained(Supplier<CompletionStage<A>> request) {
		try {
			return request.get();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	/** The reason not to ask it now; {@code null} if it may be asked. */
	synchronized @Nullable StoreException refusal() {
		long now = this.timer.nanoTime();
		if (isDown() && now - this.askedAt < PAUSE_NANOS) {
			return this.trouble;
		}
		this.askedAt = now;
		return null;
	}

	synchronized boolean isDown() {
		return this.failures >= MOST_FAILURES;
	}

	private void heard(@Nullable Throwable thrown) {
		if (thrown == null) {
			answered();
		}
		else {
			failed(explained(thrown));
		}
	}

	private synchronized void answered() {
		this.known = true;
		this.failures = 0;
		this.trouble = null;
	}

	/** Note a failure. A node that answers at once why it can't serve is not down. */
	synchronized void failed(StoreException cause) {
		boolean says = switch (cause.getKind()) {
			case PERMISSION, MEMORY, NOT_READY -> true;
			case CONNECTION, OTHER -> false;
		};
		this.failures = says ? 0 : this.failures + 1;
		this.trouble = cause;
	}

	/**
	 * Note that it has not answered in time. That may be this JVM's fault, or the first
	 * connection takes long: the node is not down before it was silent for a while.
	 */
	synchronized void silent(StoreException cause) {
		long now = this.timer.nanoTime();
		if (this.failures == 0) {
			this.silentSince = now;
		}
		if (this.known && (this.failures + 1 < MOST_FAILURES || now - this.silentSince >= PAUSE_NANOS)) {
			failed(cause);
		}
	}

	private synchronized void told(StoreClock clock) {
		this.server.told(clock.server());
		if (clock.micros() > 0) {
			this.aheadMicros = clock.micros() - TimeUnit.NANOSECONDS.toMicros(this.timer.nanoTime());
		}
	}

	/**
	 * Its time in microseconds, if its clock has gone on since its last answer; 0 if it
	 * never answered.
	 */
	synchronized long micros() {
		return (this.aheadMicros != null) ? this.aheadMicros + TimeUnit.NANOSECONDS.toMicros(this.timer.nanoTime()) : 0;
	}

	/** The id of its server; empty if it is not known. */
	String server() {
		return this.server.id();
	}

	/** A failure of it, with advice for whoever has configured it. */
	StoreException explained(Throwable thrown) {
		StoreException failure = failure(thrown);
		String message = String.valueOf(failure.getMessage());
		String advised = advised(message);
		return advised.equals(message) ? failure
				: new StoreException(advised, failure.isPassing(), failure.getKind(), failure);
	}

	/** A message of it, with advice for whoever has configured it. */
	String advised(String message) {
		return this.store.advice().apply(message);
	}

	static StoreException failure(@Nullable Throwable thrown) {
		return StoreException.of(thrown, "it failed unexpectedly");
	}

}
