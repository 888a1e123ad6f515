package io.github.lockstarter.core.hold;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

import io.github.lockstarter.containment.FailureIsolation;
import org.jspecify.annotations.Nullable;

/**
 * Callbacks for the loss of a hold. Each runs once, on the thread that notices the loss,
 * so it must not block. An exception of one does not affect the others. Thread-safe.
 */
public final class LossCallbacks {

	/** {@code null} as long as there is none, and empty once they have run. */
	private @Nullable Set<Runnable> callbacks;

	/** Add a callback, which runs now if the hold was lost already. */
	public void add(Runnable callback) {
		if (!keep(callback)) {
			callback.run();
		}
	}

	private synchronized boolean keep(Runnable callback) {
		if (this.callbacks == null) {
			this.callbacks = new LinkedHashSet<>();
		}
		else if (this.callbacks.isEmpty()) {
			return false;
		}
		this.callbacks.add(callback);
		return true;
	}

	/** Remove a callback, unless it has run. */
	public synchronized void remove(Runnable callback) {
		if (this.callbacks != null && this.callbacks.remove(callback) && this.callbacks.isEmpty()) {
			this.callbacks = null;
		}
	}

	/** Run all callbacks. */
	public void fire() {
		take().forEach((callback) -> FailureIsolation.run("A callback for the loss of a lock", callback));
	}

	private synchronized Set<Runnable> take() {
		Set<Runnable> taken = (this.callbacks != null) ? this.callbacks : Set.of();
		this.callbacks = Collections.emptySet();
		return taken;
	}

}
