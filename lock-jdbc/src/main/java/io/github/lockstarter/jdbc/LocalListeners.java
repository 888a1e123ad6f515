package io.github.lockstarter.jdbc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.record.Message;

/**
 * The sessions of one store object, which notify each other if the database can't.
 * Thread-safe.
 */
final class LocalListeners {

	private final Map<String, GrantListener> listeners = new ConcurrentHashMap<>();

	void add(String instance, GrantListener listener) {
		this.listeners.put(instance, listener);
	}

	void remove(String instance) {
		this.listeners.remove(instance);
	}

	void tell(Message message) {
		GrantListener listener = this.listeners.get(message.instance());
		if (listener != null) {
			FailureIsolation.run("A message of the lock store", () -> message.tell(listener));
		}
	}

}
