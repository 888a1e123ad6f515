package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.Vote;
import io.github.lockstarter.store.memory.MemoryServer;
import io.github.lockstarter.store.memory.MemoryServer.Hearing;

/**
 * A server with a clock of its own, that restarts without its data and stands still when
 * a test says so.
 */
final class SteppedNode implements MemoryServer.Messenger {

	/** 2026-01-01. */
	private static final long EPOCH_MICROS = 1_767_225_600_000_000L;

	private final SteppedTime time;

	private final String name;

	private final long aheadMicros;

	private final double rate;

	final Map<String, GrantListener> listeners = new HashMap<>();

	private final Queue<Runnable> waiting = new ArrayDeque<>();

	private MemoryServer records;

	private boolean frozen;

	private int restarts;

	private long startedAt = -TimeUnit.DAYS.toNanos(1);

	SteppedNode(SteppedTime time, String name, Duration ahead, double rate) {
		this.time = time;
		this.name = name;
		this.aheadMicros = TimeUnit.NANOSECONDS.toMicros(ahead.toNanos());
		this.rate = rate;
		this.records = empty();
	}

	private String id() {
		return this.name + "-" + this.restarts;
	}

	private Duration upFor() {
		return Duration.ofNanos(this.time.nanoTime() - this.startedAt);
	}

	private MemoryServer empty() {
		return new MemoryServer(id(), this::micros, this.listeners::containsKey, this);
	}

	private long micros() {
		return EPOCH_MICROS + this.aheadMicros + (long) (this.time.nanoTime() / 1000 * this.rate);
	}

	String name() {
		return this.name;
	}

	int restarts() {
		return this.restarts;
	}

	MemoryServer records() {
		return this.records;
	}

	/** Do something on it, once it does not stand still. */
	void run(Runnable task) {
		if (this.frozen) {
			this.waiting.add(task);
		}
		else {
			task.run();
		}
	}

	void freeze() {
		this.frozen = true;
	}

	void thaw() {
		this.frozen = false;
		while (!this.frozen && !this.waiting.isEmpty()) {
			this.waiting.remove().run();
		}
	}

	void restart() {
		this.restarts++;
		this.records = empty();
		this.startedAt = this.time.nanoTime();
		this.waiting.clear();
		this.frozen = false;
	}

	/** Restart with a clock that is behind, and is put right at once. */
	void restartWithItsClockBehind() {
		restart();
		this.startedAt -= TimeUnit.HOURS.toNanos(1);
	}

	StoreAnswer acquire(String instance, AcquireRequest request) {
		Vote vote = request.vote();
		StoreException young = (vote != null) ? vote.refusal(upFor(), id()) : null;
		if (young != null) {
			throw young;
		}
		return this.records.acquire(instance, request, Hearing.TOLD);
	}

	@Override
	public void granted(String instance, GrantNotification grant) {
	}

	@Override
	public void revoked(String instance, String key, long sequence) {
		GrantListener listener = this.listeners.get(instance);
		if (listener != null) {
			listener.revoked(key, sequence);
		}
	}

}
