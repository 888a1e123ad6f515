package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.Deaf;
import io.lettuce.core.RedisURI;

/**
 * One that holds a lock, others that wait for it, and a stranger. All do one thing at a
 * time, and hear of no grant: it is known who is next.
 */
final class QueuedParticipants implements AutoCloseable {

	private static final String KEY = "benchmark:queue";

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final int PASSES = LocalHandover.DEFAULT.maxPasses();

	/** In the order of the queue; the first holds the lock. */
	private final List<LockSession> sessions = new ArrayList<>();

	private final LockSession stranger;

	private final RedisLockStore store;

	private long handedOver;

	QueuedParticipants(RedisURI redis, int waiters) {
		this.store = new RedisLockStore(RedisServers.at(redis), "lock:");
		this.stranger = open("stranger");
		for (int i = 0; i <= waiters; i++) {
			LockSession session = open("jvm-" + i);
			this.sessions.add(session);
			expect(session.acquire(request(i, 1, LONG)), (i == 0) ? AcquisitionState.GRANTED : AcquisitionState.QUEUED);
		}
	}

	private LockSession open(String instance) {
		LockSession session = this.store.open(instance, new Deaf());
		session.listen(KEY).toCompletableFuture().join();
		return session;
	}

	private static AcquireRequest request(int who, long number, Duration placeTimeout) {
		return new AcquireRequest(KEY, number, LONG, new Owner("shop", "jvm-" + who, "main"), placeTimeout, PASSES);
	}

	private static void expect(CompletionStage<StoreAnswer> stage, AcquisitionState expected) {
		AcquisitionState state = stage.toCompletableFuture().join().state();
		if (state != expected) {
			throw new IllegalStateException("Redis answered " + state + " instead of " + expected + ".");
		}
	}

	/** The last in the queue asks again. */
	void recheck(int time) {
		int last = this.sessions.size() - 1;
		expect(this.sessions.get(last).acquire(request(last, 1, LONG)), AcquisitionState.QUEUED);
	}

	/** The stranger asks, and does not wait. */
	void refuse(int time) {
		expect(this.stranger.acquire(request(-1, time + 1, Duration.ZERO)), AcquisitionState.REFUSED);
	}

	/** The holder hands over to the first that waits, and waits itself. */
	void handOver(int time) {
		int holder = (int) (this.handedOver % this.sessions.size());
		long number = this.handedOver / this.sessions.size() + 1;
		this.handedOver++;
		expect(this.sessions.get(holder)
			.requeueWithoutMark(number, 0, request(holder, number + 1, LONG))
			.thenApply((requeued) -> requeued.next()), AcquisitionState.QUEUED);
	}

	@Override
	public void close() {
		this.sessions.forEach(LockSession::close);
		this.stranger.close();
	}

}
