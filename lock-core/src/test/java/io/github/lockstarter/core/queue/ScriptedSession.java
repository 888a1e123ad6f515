package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.core.BrokenStage;
import io.github.lockstarter.core.StubSession;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * A session whose requests the test answers, one after the other, on its own thread. Its
 * store's clock is the test's.
 */
final class ScriptedSession extends StubSession {

	/** How long a pushed grant is kept for its acquisition. */
	private static final Duration WINDOW = Duration.ofSeconds(3);

	private final Platform platform;

	private final List<Request> requests = new ArrayList<>();

	private final List<Long> released = new ArrayList<>();

	private final List<Long> renewed = new ArrayList<>();

	private final List<String> missed = new ArrayList<>();

	private @Nullable CompletableFuture<Void> subscription;

	private boolean broken;

	ScriptedSession(Platform platform) {
		this.platform = platform;
	}

	/** Whether answers to acquisitions can't be awaited from now on. */
	void breakAnswers(boolean broken) {
		this.broken = broken;
	}

	/** From now on a lock has to be subscribed to. */
	CompletableFuture<Void> hearNothing() {
		this.subscription = new CompletableFuture<>();
		return this.subscription;
	}

	/** The acquisitions that were released since this was asked last. */
	List<Long> released() {
		List<Long> known = List.copyOf(this.released);
		this.released.clear();
		return known;
	}

	/** The acquisitions that were renewed, or looked up, since this was asked last. */
	List<Long> renewed() {
		List<Long> known = List.copyOf(this.renewed);
		this.renewed.clear();
		return known;
	}

	/** The locks whose grants were reported as missed. */
	List<String> missed() {
		return this.missed;
	}

	/** The next request for a lock; {@code null} if there is none. */
	@Nullable Request poll(String key) {
		for (Request next : this.requests) {
			if (next.sent.key().equals(key)) {
				this.requests.remove(next);
				return next;
			}
		}
		return null;
	}

	@Override
	public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
		if (this.broken) {
			return new BrokenStage();
		}
		Request sent = new Request(request, new CompletableFuture<>());
		this.requests.add(sent);
		return sent.answer();
	}

	@Override
	public List<CompletionStage<StoreAnswer>> acquireInOrder(List<AcquireRequest> requests) {
		return requests.stream().map(this::acquire).toList();
	}

	@Override
	public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
		this.renewed.add(sequence);
		return CompletableFuture.completedFuture(answer(AcquisitionState.GRANTED, lease));
	}

	@Override
	public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
		this.released.add(sequence);
		return CompletableFuture.completedFuture(answer(AcquisitionState.RELEASED, Duration.ZERO));
	}

	@Override
	public CompletionStage<Void> listen(String key) {
		return (this.subscription != null) ? this.subscription : super.listen(key);
	}

	@Override
	public boolean isListening(String key) {
		CompletableFuture<Void> awaited = this.subscription;
		return awaited == null || (awaited.isDone() && !awaited.isCompletedExceptionally());
	}

	@Override
	public void missed(String key) {
		this.missed.add(key);
	}

	private StoreAnswer answer(AcquisitionState state, Duration rest) {
		return new StoreAnswer(state, 1, rest, clock("server"));
	}

	private StoreClock clock(String server) {
		return new StoreClock(this.platform.nanoTime() / 1000, server);
	}

	/**
	 * A request that waits for its answer.
	 */
	final class Request {

		private final AcquireRequest sent;

		private final CompletableFuture<StoreAnswer> answer;

		Request(AcquireRequest sent, CompletableFuture<StoreAnswer> answer) {
			this.sent = sent;
			this.answer = answer;
		}

		private CompletableFuture<StoreAnswer> answer() {
			return this.answer;
		}

		long sequence() {
			return this.sent.sequence();
		}

		/** Whether it asks for a place in the queue. */
		boolean isQueueing() {
			return !this.sent.placeTimeout().isZero();
		}

		/** Whether it ends what this JVM had before, according to the store. */
		boolean supersedes() {
			return this.sent.supersedes();
		}

		/** Whether it only lets others share what it has to hold already. */
		boolean downgrades() {
			return this.sent.downgrades();
		}

		/** The answer, while the lease of the holder lasts for a minute. */
		void answer(AcquisitionState state) {
			answer(state, Duration.ofMinutes(1));
		}

		void answer(AcquisitionState state, Duration rest) {
			this.answer.complete(ScriptedSession.this.answer(state, rest));
		}

		/** The store has not looked at it, since it comes after another one. */
		void skip() {
			this.answer.complete(StoreAnswer.PASSED_OVER);
		}

		void fail() {
			this.answer.completeExceptionally(new StoreException("connection reset", true, null));
		}

		/** A grant that is pushed now. */
		GrantNotification grant() {
			return grantOf("server");
		}

		/** A grant that can't be put on the clock of this JVM. */
		GrantNotification grantOfAnotherServer() {
			return grantOf("promoted");
		}

		private GrantNotification grantOf(String server) {
			StoreClock now = clock(server);
			return new GrantNotification(this.sent.key(), sequence(), 1, now.micros() / 1000 + WINDOW.toMillis(), now)
				.provenBy(this.sent.secret());
		}

	}

}
