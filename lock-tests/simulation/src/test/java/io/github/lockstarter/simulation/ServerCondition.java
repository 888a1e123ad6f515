package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.Vote;

/**
 * How a server is: it may stand still, have no memory left, or not be up for long.
 */
final class ServerCondition {

	/** So long it has been up when a run begins. */
	private static final long DAY = TimeUnit.DAYS.toNanos(1);

	private final SimulatedTime time;

	/** What has arrived while it stands still. */
	private final Deque<Runnable> arrived = new ArrayDeque<>();

	/** When each instance first wanted its vote since it restarted. */
	private final Map<String, Long> met = new HashMap<>();

	private long startedAt = -DAY;

	private boolean frozen;

	private boolean full;

	/** When what was done to it is to have no consequences any more. */
	private long wellFrom;

	ServerCondition(SimulatedTime time) {
		this.time = time;
	}

	/** Something has arrived, which waits while the server stands still. */
	void run(Runnable task) {
		if (this.frozen) {
			this.arrived.add(task);
		}
		else {
			task.run();
		}
	}

	/** Stand still: only its clock goes on. */
	void freeze() {
		this.frozen = true;
	}

	/** Go on with what has arrived meanwhile. */
	void thaw() {
		if (this.frozen) {
			this.frozen = false;
			recoversWithin(0);
			while (!this.arrived.isEmpty()) {
				this.arrived.remove().run();
			}
		}
	}

	/** What has arrived is lost. */
	void restart() {
		this.arrived.clear();
		this.frozen = false;
		this.startedAt = this.time.now();
		this.met.clear();
	}

	/** The monotonic clock of an instance has stood still. */
	void delayed(String instance, long nanos) {
		this.met.computeIfPresent(instance, (name, at) -> at + nanos);
	}

	/** From now on there is no memory for new records, or there is again. */
	void setFull(boolean full) {
		this.full = full;
		recoversWithin(0);
	}

	/**
	 * Refuse what it can't do.
	 * @param instance who asks
	 * @param known whether it has a record of that lock
	 * @param id its name since it started
	 */
	void check(String instance, AcquireRequest request, boolean known, String id) {
		if (this.full && !known) {
			throw new StoreException("the memory of the store is full", true, StoreException.Kind.MEMORY, null);
		}
		Vote vote = request.vote();
		if (vote != null && this.startedAt != -DAY) {
			this.met.putIfAbsent(instance, this.time.now());
		}
		StoreException young = (vote != null) ? vote.refusal(Duration.ofNanos(this.time.now() - this.startedAt), id)
				: null;
		if (young != null) {
			throw young;
		}
	}

	/** Something is over, and has consequences for so long. */
	void recoversWithin(long nanos) {
		this.wellFrom = Math.max(this.wellFrom, this.time.now() + nanos);
	}

	/**
	 * Since when nothing is wrong with it; in the far future if something is. An instance
	 * that meets it gives it no vote until it has been there for long.
	 */
	long wellSince(String instance) {
		Long metAt = this.met.get(instance);
		long trusted = (metAt != null) ? metAt + Wish.LONGEST_LEASE.toNanos() : 0;
		return (this.frozen || this.full) ? Long.MAX_VALUE : Math.max(this.wellFrom, trusted);
	}

}
