package io.github.lockstarter.store.redis.cluster;

import java.util.IdentityHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.api.StatefulConnection;

/**
 * Attempts to connect to single nodes of a Redis Cluster. Lettuce returns an unanswered
 * attempt to all callers that ask for the node, for a minute by default. Here each is
 * given up after two seconds, so that the next one is new. Lettuce does not know this: a
 * connection that still arrives is closed. But it shows that a node is slow rather than
 * silent, so for each of them one attempt has eight seconds.
 */
public final class NodeAttempts {

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

	private static final long LIMIT_OF_SLOW_NANOS = TimeUnit.SECONDS.toNanos(8);

	/** Long enough for the next attempt, and short enough to be still true. */
	private static final long MEMORY_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final SessionTimer timer;

	private final Predicate<StatefulConnection<?, ?>> used;

	/** Used only on the timer's thread, as the number below. */
	private final IdentityHashMap<CompletableFuture<?>, Boolean> prolonged = new IdentityHashMap<>();

	/** How many connections have arrived late for which no attempt has more time yet. */
	private int late;

	private volatile boolean gaveUp;

	/**
	 * Create this without an attempt.
	 * @param used whether a connection that has arrived is in use, and not too late
	 */
	public NodeAttempts(SessionTimer timer, Predicate<StatefulConnection<?, ?>> used) {
		this.timer = timer;
		this.used = used;
	}

	/**
	 * Give an attempt up when it has taken too long.
	 * @param attempt as it comes from Lettuce, which has to see its end
	 * @return the attempt
	 */
	public <C> CompletableFuture<C> limit(CompletableFuture<C> attempt) {
		if (!attempt.isDone()) {
			this.timer.in(LIMIT_NANOS, () -> giveUpOrProlong(attempt));
		}
		return attempt;
	}

	/** All that ask for a node get the same attempt. */
	private void giveUpOrProlong(CompletableFuture<?> attempt) {
		if (attempt.isDone() || this.prolonged.containsKey(attempt)) {
			return;
		}
		if (this.late == 0) {
			giveUp(attempt);
			return;
		}
		this.late--;
		this.prolonged.put(attempt, true);
		this.timer.in(LIMIT_OF_SLOW_NANOS - LIMIT_NANOS, () -> {
			this.prolonged.remove(attempt);
			giveUp(attempt);
		});
	}

	private void giveUp(CompletableFuture<?> attempt) {
		if (!attempt.isDone()) {
			this.gaveUp = true;
			attempt.completeExceptionally(
					new StoreException("a node of the Redis Cluster did not answer an attempt to connect in time", true,
							StoreException.Kind.CONNECTION, null));
		}
	}

	/**
	 * Note that a connection was established: if it is too late, nothing else closes it.
	 * Its attempt may be given up only now.
	 */
	public void arrived(StatefulConnection<?, ?> opened) {
		this.timer.in(LIMIT_NANOS, () -> {
			if (this.gaveUp && !this.used.test(opened)) {
				if (opened.isOpen()) {
					this.late++;
					this.timer.in(MEMORY_NANOS, () -> this.late = Math.max(this.late - 1, 0));
				}
				ConnectionHolder.close(opened);
			}
		});
	}

}
