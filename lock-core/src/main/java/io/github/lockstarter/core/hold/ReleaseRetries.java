package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Finishes acquisitions in the store. Releases that failed, for whatever reason, are
 * repeated in the background, all together, until the store must have ended them by
 * itself. Thread-safe.
 */
public final class ReleaseRetries {

	private static final Logger logger = LoggerFactory.getLogger(ReleaseRetries.class);

	/**
	 * Less than the second within which a lock is to be open again after a fault, also at
	 * twice its length.
	 */
	private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	/** Releases that the thread is about to send together, if any. */
	private static final ThreadLocal<@Nullable Together> together = new ThreadLocal<>();

	private final Platform platform;

	private final LockSession session;

	private final EventDispatcher events;

	/** Releases that wait to be repeated, with their last failures. */
	private final Map<Release, StoreException> failed = new ConcurrentHashMap<>();

	private final CoalescingTimer timer;

	private volatile boolean closed;

	/** Create it. */
	public ReleaseRetries(Platform platform, LockSession session, Timer timer, EventDispatcher events) {
		this.platform = platform;
		this.session = session;
		this.events = events;
		this.timer = new CoalescingTimer(platform, timer, this::repeat);
	}

	/**
	 * Release with few messages those of some JVM leases that an action of the calling
	 * thread finishes.
	 */
	public void together(Set<JvmLease> jvmLeases, Runnable action) {
		Together outer = together.get();
		Together inner = new Together(jvmLeases, new ArrayList<>());
		together.set(inner);
		try {
			action.run();
		}
		finally {
			if (outer != null) {
				together.set(outer);
			}
			else {
				together.remove();
			}
			send(inner.releases());
		}
	}

	private void send(List<Release> releases) {
		if (releases.isEmpty()) {
			return;
		}
		List<CompletionStage<StoreAnswer>> attempts = attempt(releases);
		for (int i = 0; i < releases.size(); i++) {
			Release release = releases.get(i);
			CompletionStage<StoreAnswer> attempt = attempts.get(i);
			FailureIsolation.run("Releasing a lock", () -> follow(release, attempt));
		}
	}

	private List<CompletionStage<StoreAnswer>> attempt(List<Release> releases) {
		try {
			return this.session.releaseWithoutMark(releases.stream()
				.map((release) -> new ReleaseRequest(release.key, release.sequence, release.passes))
				.toList());
		}
		catch (Throwable ex) {
			// one of them must not keep the others closed
			return releases.stream().map(this::attempt).toList();
		}
	}

	/**
	 * Finish a JVM lease.
	 * @param jvmLease the JVM lease
	 * @param keepFor how long the store is to keep the lock from all
	 * @param released completed with the first answer, or with {@code null} if there was
	 * a failure
	 */
	public void release(JvmLease jvmLease, Duration keepFor, CompletableFuture<@Nullable StoreAnswer> released) {
		Release release = new Release(jvmLease, keepFor, released);
		Together others = together.get();
		if (others != null && others.jvmLeases().contains(jvmLease) && release.mayGoWithOthers()) {
			others.releases().add(release);
		}
		else {
			follow(release, attempt(release, keepFor));
		}
	}

	/**
	 * Finish a JVM lease, for which the store is asked already.
	 * @param jvmLease the JVM lease
	 * @param attempt the answer to the first attempt
	 * @param released completed with that answer, or with {@code null} if there was a
	 * failure
	 */
	public void release(JvmLease jvmLease, CompletionStage<StoreAnswer> attempt,
			CompletableFuture<@Nullable StoreAnswer> released) {
		follow(new Release(jvmLease, Duration.ZERO, released), attempt);
	}

	/** Finish an acquisition that was not used. */
	public void cancel(String key, long sequence, Duration lease) {
		Release release = new Release(key, sequence, lease);
		follow(release, attempt(release, Duration.ZERO));
	}

	private CompletionStage<StoreAnswer> attempt(Release release) {
		return attempt(release, LeaseMath.nonNegative(release.keptUntil - this.platform.nanoTime()));
	}

	private CompletionStage<StoreAnswer> attempt(Release release, Duration keepFor) {
		try {
			return release.withoutMark
					? this.session.releaseWithoutMark(release.key, release.sequence, release.passes, keepFor)
					: this.session.release(release.key, release.sequence, release.passes, keepFor);
		}
		catch (Throwable ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	private void follow(Release release, CompletionStage<StoreAnswer> attempt) {
		attempt.whenComplete((answer, thrown) -> {
			try {
				if (thrown != null) {
					failed(release, StoreFailures.of(thrown));
				}
			}
			finally {
				release.released.complete(answer);
			}
		});
	}

	/** Whether a failure passes is a guess, and an attempt costs little. */
	private void failed(Release release, StoreException cause) {
		this.events.storeFailed(cause);
		if (release.endsAt() - this.platform.nanoTime() > 0) {
			repeatLater(release, cause);
		}
		else {
			FailureIsolation.run("A warning", () -> givenUp(release, cause));
		}
	}

	private static void givenUp(Release release, StoreException cause) {
		if (release.request != null) {
			BackgroundLog.warn(logger, "Lock " + HoldName.of(release.request, release.key) + " was not released ("
					+ cause.getMessage() + "); it ends with its lease");
		}
		BackgroundLog.log(logger, Level.DEBUG, "Lock '" + LogText.of(release.key) + "' was not released", cause);
	}

	private void repeatLater(Release release, StoreException cause) {
		this.failed.put(release, cause);
		long pause = (long) (SHORTEST_PAUSE_NANOS * (1 + this.platform.random()));
		if (!this.timer.wake(this.platform.nanoTime() + pause) || this.closed) {
			close();
		}
	}

	/** Releases that fail again set the timer. */
	private long repeat() {
		List<Release> together = new ArrayList<>();
		for (Release release : List.copyOf(this.failed.keySet())) {
			if (this.failed.remove(release) != null) {
				if (release.mayGoWithOthers()) {
					together.add(release);
				}
				else {
					follow(release, attempt(release));
				}
			}
		}
		send(together);
		return Long.MAX_VALUE;
	}

	/**
	 * Why a lock that nobody in this JVM holds any more is not released yet.
	 * @return {@code null} if no release of it has failed
	 */
	public @Nullable StoreException unreleased(String key) {
		for (Map.Entry<Release, StoreException> each : this.failed.entrySet()) {
			if (each.getKey().request != null && each.getKey().key.equals(key)) {
				return each.getValue();
			}
		}
		return null;
	}

	/** Repeat nothing any more, and warn of the locks that were not released. */
	public void close() {
		this.closed = true;
		for (Release release : List.copyOf(this.failed.keySet())) {
			StoreException cause = this.failed.remove(release);
			if (cause != null) {
				FailureIsolation.run("A warning", () -> givenUp(release, cause));
			}
		}
	}

	/**
	 * Releases that wait for those that go with them.
	 */
	private record Together(Set<JvmLease> jvmLeases, List<Release> releases) {
	}

	private final class Release {

		private final String key;

		private final long sequence;

		private final int passes;

		/** Of its last holder; {@code null} if perhaps there is nothing to release. */
		private final @Nullable LockRequest request;

		/** Whether nothing of it is asked any more. */
		private final boolean withoutMark;

		private final long startedAt;

		private final long keptUntil;

		/** JVM lease that it ends; {@code null} if it was not used. */
		private final @Nullable JvmLease jvmLease;

		/** Longest time for which the store keeps what was not used. */
		private final Duration lease;

		private final CompletableFuture<@Nullable StoreAnswer> released;

		Release(JvmLease jvmLease, Duration keepFor, CompletableFuture<@Nullable StoreAnswer> released) {
			long now = ReleaseRetries.this.platform.nanoTime();
			this.key = jvmLease.key;
			this.sequence = jvmLease.sequence;
			this.passes = jvmLease.passes();
			this.request = jvmLease.hold().request();
			this.withoutMark = !jvmLease.isDoubtful();
			this.startedAt = now;
			this.keptUntil = now + keepFor.toNanos();
			this.jvmLease = jvmLease;
			this.lease = Duration.ZERO;
			this.released = released;
		}

		Release(String key, long sequence, Duration lease) {
			this.key = key;
			this.sequence = sequence;
			this.passes = 0;
			this.request = null;
			this.withoutMark = false;
			this.startedAt = ReleaseRetries.this.platform.nanoTime();
			this.keptUntil = this.startedAt;
			this.jvmLease = null;
			this.lease = lease;
			this.released = new CompletableFuture<>();
		}

		/** Moment at which the store must have ended it by itself. */
		long endsAt() {
			return this.startedAt + ((this.jvmLease != null) ? this.jvmLease.longestKept() : this.lease).toNanos();
		}

		boolean mayGoWithOthers() {
			return this.withoutMark && this.keptUntil - ReleaseRetries.this.platform.nanoTime() <= 0;
		}

		/** Gives those that are repeated the same order in each simulated run. */
		@Override
		public int hashCode() {
			return Long.hashCode(this.sequence);
		}

	}

}
