package io.github.lockstarter.core.hold;

import io.github.lockstarter.Printable;

/**
 * Names a hold in messages.
 */
public final class HoldName {

	private HoldName() {
	}

	/** Its lock, and its fencing token unless it shares the lock. */
	public static String of(Hold hold) {
		long token = hold.fencingToken();
		return "'" + Printable.of(hold.key()) + ((token != 0) ? "' (token " + token + ")" : "'");
	}

}
