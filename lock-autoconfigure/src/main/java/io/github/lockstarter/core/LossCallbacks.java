package io.github.lockstarter.core;

import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What is to run when a hold is lost: each once. Thread-safe.
 */
final class LossCallbacks {

	private @Nullable Set<Runnable> callbacks;

	private boolean fired;

	/**
	 * Add a callback.
	 * @return false if the hold was lost already
	 */
	synchronized boolean add(Runnable callback) {
		if (this.fired) {
			return false;
		}
		if (this.callbacks == null) {
			this.callbacks = new LinkedHashSet<>();
		}
		return this.callbacks.add(callback);
	}

	synchronized void remove(Runnable callback) {
		if (this.callbacks != null) {
			this.callbacks.remove(callback);
		}
	}

	void fire(Callbacks executor) {
		take().forEach(executor::run);
	}

	private synchronized Set<Runnable> take() {
		Set<Runnable> taken = (this.callbacks != null) ? this.callbacks : Set.of();
		this.callbacks = null;
		this.fired = true;
		return taken;
	}

}
