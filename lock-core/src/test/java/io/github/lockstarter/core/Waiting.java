package io.github.lockstarter.core;

/**
 * Counts the calls that wait in a client.
 */
final class Waiting {

	private Waiting() {
	}

	/** How many calls of a client wait for a lock. */
	static long at(DefaultLockClient client, String key) {
		return client.waiting().stream().filter((call) -> call.key().equals(key)).count();
	}

}
