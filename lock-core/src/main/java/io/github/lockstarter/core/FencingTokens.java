package io.github.lockstarter.core;

import java.util.List;

import io.github.lockstarter.LogText;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;

/**
 * The fencing tokens of what a handle holds, if it was asked to have it alone.
 */
final class FencingTokens {

	private FencingTokens() {
	}

	/** The token, if there is one key. */
	static long only(LockRequest entered, List<Hold> holds) {
		if (holds.size() > 1) {
			throw new IllegalStateException("The keys " + LogText.of(keys(holds))
					+ " have a fencing token each; ask for that of one key with fencingToken(key).");
		}
		return of(entered, holds.get(0));
	}

	/** The token of one of the keys. */
	static long of(LockRequest entered, String key, List<Hold> holds) {
		return of(entered,
				holds.stream()
					.filter((hold) -> hold.key().equals(key))
					.findFirst()
					.orElseThrow(() -> new IllegalArgumentException("The key '" + LogText.of(key)
							+ "' is not held by this handle; it holds " + LogText.of(keys(holds)) + ".")));
	}

	private static long of(LockRequest entered, Hold hold) {
		if (entered.share() != null) {
			throw new IllegalStateException("The lock '" + LogText.of(hold.key())
					+ "' is shared, and those that share it have no fencing token: none of them is the latest."
					+ " Guard writes with a lock of the kind MUTEX.");
		}
		return hold.token();
	}

	private static List<String> keys(List<Hold> holds) {
		return holds.stream().map(Hold::key).toList();
	}

}
