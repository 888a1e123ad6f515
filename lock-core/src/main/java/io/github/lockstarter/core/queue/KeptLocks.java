package io.github.lockstarter.core.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.core.platform.Platform;

/**
 * The locks that the store keeps from all for a while although nobody in this JVM has
 * them: those that were released and have a minimum hold time, and those that were left
 * to their leases. None of them is asked for as if it were over. Thread-safe.
 */
final class KeptLocks {

	/** More are not told apart. */
	private static final int MOST = 10_000;

	private final Platform platform;

	private final Map<String, Long> untilByKey = new HashMap<>();

	/** Until when locks may be kept that are not told apart. */
	private long othersUntil;

	KeptLocks(Platform platform) {
		this.platform = platform;
		this.othersUntil = platform.nanoTime();
	}

	/** A lock is kept for some time from now on. */
	synchronized void keep(String key, Duration time) {
		long until = this.platform.nanoTime() + time.toNanos();
		this.untilByKey.merge(key, until, KeptLocks::later);
		if (this.untilByKey.size() > MOST) {
			forgetEnded();
		}
	}

	private void forgetEnded() {
		this.untilByKey.values().removeIf(this::isOver);
		if (this.untilByKey.size() > MOST / 2) {
			this.othersUntil = this.untilByKey.values().stream().reduce(this.othersUntil, KeptLocks::later);
			this.untilByKey.clear();
		}
	}

	/** Whether a lock may still be kept. */
	synchronized boolean contain(String key) {
		Long until = this.untilByKey.get(key);
		return !isOver(this.othersUntil) || (until != null && !isOver(until));
	}

	private boolean isOver(long until) {
		return until - this.platform.nanoTime() <= 0;
	}

	private static long later(long one, long other) {
		return (one - other > 0) ? one : other;
	}

}
