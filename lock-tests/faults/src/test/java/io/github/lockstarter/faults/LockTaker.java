package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;

/**
 * Takes one lock after the other and keeps them, and notes for how long each says that it
 * is valid.
 */
final class LockTaker implements AutoCloseable {

	private static final Duration WAIT = Duration.ofMillis(200);

	private static final Duration PAUSE = Duration.ofMillis(3);

	private final LockClient client;

	private final String prefix = UUID.randomUUID() + ":";

	/** The latest first. */
	private final ConcurrentLinkedDeque<Taken> taken = new ConcurrentLinkedDeque<>();

	private final Queue<LockHandle> takenOver = new ConcurrentLinkedQueue<>();

	private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);

	LockTaker(LockClient client) {
		this.client = client;
		this.threads.scheduleWithFixedDelay(this::take, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
		this.threads.scheduleWithFixedDelay(this::look, 0, 1, TimeUnit.MILLISECONDS);
	}

	private void take() {
		String key = this.prefix + this.taken.size();
		try {
			this.client.lock(key).tryAcquire(WAIT).ifPresent((held) -> {
				held.detach();
				this.taken.addFirst(new Taken(key, held));
			});
		}
		catch (LockUnavailableException ex) {
			// as expected during a failover: the next one is tried
		}
	}

	private void look() {
		this.taken.forEach(Taken::look);
	}

	int count() {
		return this.taken.size();
	}

	/**
	 * Let another client take whatever it is given of the same locks.
	 */
	void takenOverBy(LockClient other) {
		this.taken
			.forEach((first) -> other.lock(first.key).waitTime(Duration.ZERO).acquireAsync().thenAccept((second) -> {
				first.overtakenAt = System.nanoTime();
				this.takenOver.add(second);
			}));
	}

	/**
	 * For how long there were two valid holders, lock by lock.
	 */
	List<Duration> overlaps() {
		look();
		return this.taken.stream().map(Taken::overlap).filter((overlap) -> !overlap.isNegative()).toList();
	}

	@Override
	public void close() {
		this.threads.shutdown();
		this.takenOver.forEach(LockHandle::close);
		this.taken.forEach((first) -> first.held.close());
	}

	private static final class Taken {

		private final String key;

		private final LockHandle held;

		private volatile long validAt = System.nanoTime();

		private volatile long overtakenAt = Long.MAX_VALUE;

		Taken(String key, LockHandle held) {
			this.key = key;
			this.held = held;
		}

		void look() {
			long now = System.nanoTime();
			if (this.held.isValid()) {
				this.validAt = now;
			}
		}

		Duration overlap() {
			return Duration.ofNanos((this.overtakenAt < Long.MAX_VALUE) ? this.validAt - this.overtakenAt : -1);
		}

	}

}
