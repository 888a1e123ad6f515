package io.github.lockstarter.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Which thread may enter which lock again. Kept beside the threads and not in them, so
 * that a handle can be closed from any thread and nothing stays behind.
 */
final class Scopes {

	private final Map<Scope, Hold> holds = new ConcurrentHashMap<>();

	@Nullable Hold find(String key) {
		return this.holds.get(new Scope(Thread.currentThread(), key));
	}

	/**
	 * Open a scope on the current thread.
	 */
	void open(Hold hold) {
		Scope scope = new Scope(Thread.currentThread(), hold.key());
		hold.setScope(scope);
		this.holds.put(scope, hold);
	}

	void remove(Hold hold) {
		Scope scope = hold.scope();
		if (scope != null) {
			this.holds.remove(scope, hold);
		}
	}

	/** Whether a thread holds any lock. */
	boolean isHolder(Thread thread) {
		return this.holds.keySet().stream().anyMatch((scope) -> scope.thread() == thread);
	}

	boolean isEmpty() {
		return this.holds.isEmpty();
	}

	/**
	 * A thread and a key.
	 */
	record Scope(Thread thread, String key) {
	}

}
