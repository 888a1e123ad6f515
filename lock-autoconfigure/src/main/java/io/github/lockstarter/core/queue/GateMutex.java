package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The mutex of a gate, under which is only decided what to do: the effects of that follow
 * in their order when it is free.
 */
final class GateMutex {

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable List<Runnable> effects;

	void lock() {
		this.lock.lock();
	}

	/** Do something when the mutex is free. */
	void later(Runnable effect) {
		if (this.effects == null) {
			this.effects = new ArrayList<>(2);
		}
		this.effects.add(effect);
	}

	/** Free the mutex. */
	List<Runnable> unlock() {
		List<Runnable> decided = (this.effects != null) ? this.effects : List.of();
		this.effects = null;
		this.lock.unlock();
		return decided;
	}

}
