package io.github.lockstarter.integration;

import java.util.HashMap;
import java.util.Map;

/**
 * How often each thread has entered which locks: a client would not tell, but take the
 * lock. Thread-safe.
 */
final class ThreadEntries {

	private final ThreadLocal<Map<String, Integer>> entries = ThreadLocal.withInitial(HashMap::new);

	void add(String key) {
		this.entries.get().merge(key, 1, Integer::sum);
	}

	/** To remove more than were added does nothing. */
	void remove(String key) {
		this.entries.get().computeIfPresent(key, (entered, count) -> (count > 1) ? count - 1 : null);
		forgetIfEmpty();
	}

	boolean exist(String key) {
		boolean exist = this.entries.get().containsKey(key);
		forgetIfEmpty();
		return exist;
	}

	private void forgetIfEmpty() {
		if (this.entries.get().isEmpty()) {
			this.entries.remove();
		}
	}

}
