package io.github.lockstarter.core.hold;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.core.platform.Platform;
import org.jspecify.annotations.Nullable;

/**
 * Records which thread may enter which lock again. Kept beside the threads and not in
 * them, so that a handle can be closed from any thread and nothing stays behind.
 * Thread-safe.
 */
public final class HoldsByThread {

	private final Platform platform;

	private final Map<Scope, Hold> holds = new ConcurrentHashMap<>();

	/** Number of holds of each thread: never fewer, and for a moment perhaps more. */
	private final Map<Thread, Integer> counts = new ConcurrentHashMap<>();

	/** Create an empty map. */
	public HoldsByThread(Platform platform) {
		this.platform = platform;
	}

	/**
	 * Find what the calling thread holds.
	 * @param key the lock
	 * @return its hold, lost or not; {@code null} if there is none
	 */
	public @Nullable Hold find(String key) {
		return this.holds.get(new Scope(this.platform.currentThread(), key));
	}

	/** Let the calling thread enter again. */
	public void open(Hold hold) {
		Thread thread = this.platform.currentThread();
		hold.setThread(thread);
		this.counts.merge(thread, 1, Integer::sum);
		if (this.holds.put(new Scope(thread, hold.key()), hold) != null) {
			countDown(thread);
		}
	}

	/** Whether the calling thread may enter what is held. */
	public boolean isOpen(Hold held) {
		return held.thread() == this.platform.currentThread();
	}

	private void countDown(Thread thread) {
		this.counts.computeIfPresent(thread, (known, count) -> (count > 1) ? count - 1 : null);
	}

	/** Let no thread enter again. */
	public void remove(Hold hold) {
		Thread thread = hold.thread();
		if (thread != null) {
			remove(new Scope(thread, hold.key()), hold);
		}
	}

	private void remove(Scope scope, Hold hold) {
		if (this.holds.remove(scope, hold)) {
			countDown(scope.thread());
		}
	}

	/** Take a hold off its thread. */
	public void detach(Hold hold) {
		remove(hold);
		hold.setThread(null);
	}

	/** Whether a thread holds any lock, lost or not. */
	public boolean hasAny(Thread thread) {
		return this.counts.containsKey(thread);
	}

	/** Whether no thread holds a lock. */
	public boolean isEmpty() {
		return this.holds.isEmpty() && this.counts.isEmpty();
	}

	private record Scope(Thread thread, String key) {
	}

}
