package io.github.lockstarter.core.hold;

import io.github.lockstarter.LogText;

/**
 * Names a hold, and the lock of a request, in messages.
 */
public final class HoldName {

	private HoldName() {
	}

	/** Its lock, and its fencing token unless it shares the lock. */
	public static String of(Hold hold) {
		long token = hold.fencingToken();
		return of(hold.request(), hold.key()) + ((token != 0) ? " (token " + token + ")" : "");
	}

	/** The lock that is asked for: its name, if it has one, and one of its keys. */
	public static String of(LockRequest request, String key) {
		String name = request.name();
		return (name.isEmpty() ? "'" : "'" + LogText.of(name) + "' with key '") + LogText.of(key) + "'";
	}

}
