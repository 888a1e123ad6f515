package io.github.lockstarter.core.hold;

import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;

/**
 * The holds of a client in one store, each until the store has heard of its end, or until
 * it is lost or left to its lease. Looks for handles that were dropped without being
 * closed. Thread-safe.
 */
public final class OpenHolds {

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Set<Hold> holds = ConcurrentHashMap.newKeySet();

	private final Platform platform;

	private final OpenHoldCount count;

	private final HoldsByThread holdsByThread;

	/** Entries of handles that nobody can reach any more. */
	private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();

	private final CoalescingTimer timer;

	/**
	 * Begin without holds.
	 * @param timer looks for handles that were dropped
	 * @param count counts those of all stores of the client
	 * @param holdsByThread has those that were lost, as long as somebody can close them
	 */
	public OpenHolds(Platform platform, Timer timer, OpenHoldCount count, HoldsByThread holdsByThread) {
		this.platform = platform;
		this.count = count;
		this.holdsByThread = holdsByThread;
		this.timer = new CoalescingTimer(platform, timer, this::look);
	}

	/** Add a hold. Counted first, since it may be removed as soon as it is seen. */
	public void add(Hold hold) {
		this.count.opened();
		if (!this.holds.add(hold)) {
			this.count.closed();
		}
	}

	/** Remove a hold. */
	public void remove(Hold hold) {
		if (this.holds.remove(hold)) {
			this.count.closed();
		}
	}

	/** Look for handles that are dropped from now on. */
	public void watch() {
		if (!this.timer.isSet()) {
			this.timer.wake(this.platform.nanoTime() + PAUSE_NANOS);
		}
	}

	private long look() {
		while (this.dropped.poll() instanceof Entry entry) {
			FailureIsolation.run("Leaving a lock whose handle was dropped", entry::drop);
		}
		return (isEmpty() && this.holdsByThread.isEmpty()) ? Long.MAX_VALUE : PAUSE_NANOS;
	}

	/** Is to be told of handles that nobody can reach any more. */
	public ReferenceQueue<Object> dropped() {
		return this.dropped;
	}

	/** Its timer. */
	public CoalescingTimer timer() {
		return this.timer;
	}

	/** Do something with each. */
	public void forEach(Consumer<Hold> action) {
		this.holds.forEach(action);
	}

	/** Whether there is none. */
	public boolean isEmpty() {
		return this.holds.isEmpty();
	}

}
