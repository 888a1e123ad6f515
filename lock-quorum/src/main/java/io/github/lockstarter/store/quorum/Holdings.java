package io.github.lockstarter.store.quorum;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquireRequest;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished acquisitions of a session, and those that must not come back.
 * Thread-safe.
 */
final class Holdings {

	/** No request is as late as that. */
	private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final QuorumTimer timer;

	private final Map<Id, Holding> holdings = new ConcurrentHashMap<>();

	/** The times at which acquisitions were refused that may be requested once more. */
	private final Map<Id, Long> refused = new ConcurrentHashMap<>();

	private volatile long sweptAt;

	Holdings(QuorumTimer timer) {
		this.timer = timer;
		this.sweptAt = timer.nanoTime();
	}

	/** Begin an acquisition, or continue it. */
	Holding begin(AcquireRequest request) {
		sweep();
		return this.holdings.computeIfAbsent(new Id(request.key(), request.sequence()),
				(id) -> new Holding(request, this.timer));
	}

	@Nullable Holding find(String key, long sequence) {
		return this.holdings.get(new Id(key, sequence));
	}

	/** Forget a finished acquisition. */
	@Nullable Holding end(String key, long sequence) {
		Holding ended = this.holdings.remove(new Id(key, sequence));
		if (ended != null) {
			ended.giveUp();
		}
		return ended;
	}

	/** Forget an acquisition that got no majority and must not get one later. */
	void refuse(Holding holding) {
		this.refused.put(new Id(holding.key(), holding.sequence()), this.timer.nanoTime());
		end(holding.key(), holding.sequence());
	}

	boolean isRefused(AcquireRequest request) {
		return this.refused.containsKey(new Id(request.key(), request.sequence()));
	}

	/** An acquisition that nobody has released ends with its lease. */
	private void sweep() {
		long now = this.timer.nanoTime();
		if (now - this.sweptAt > REMEMBERED_NANOS) {
			this.sweptAt = now;
			this.refused.values().removeIf((at) -> now - at > REMEMBERED_NANOS);
			this.holdings.values().removeIf(Holding::isEnded);
		}
	}

	private record Id(String key, long sequence) {
	}

}
