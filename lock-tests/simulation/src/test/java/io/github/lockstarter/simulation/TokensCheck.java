package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Looks at the fencing tokens that callers are given: each is larger than all that were
 * given before the call began, none is given twice, and each belongs to a grant.
 */
final class TokensCheck {

	private final SimulatedServers servers;

	/** By key, the largest token that was given to a caller. */
	private final Map<String, Long> largest = new HashMap<>();

	/** By key, all tokens that were given to callers. */
	private final Map<String, Set<Long>> given = new HashMap<>();

	TokensCheck(SimulatedServers servers) {
		this.servers = servers;
	}

	/** By key, the largest token that was given so far. */
	Map<String, Long> known() {
		return new HashMap<>(this.largest);
	}

	/**
	 * A caller has got a lock that it has alone.
	 * @param entered whether its thread had it already, and has the same token once more
	 */
	void acquired(Call call, String key, long token, boolean entered) {
		checkOrder(key, token, call.tokens().get(key));
		checkGrant(key, token);
		boolean repeated = !this.given.computeIfAbsent(key, (absent) -> new HashSet<>()).add(token);
		if (repeated && !entered) {
			checkRepeated(key, token);
		}
		this.largest.merge(key, token, Math::max);
	}

	private void checkOrder(String key, long token, @Nullable Long before) {
		if (before != null && token <= before && this.servers.isOrdered(key, token, before)) {
			throw new Violation("the token " + token + " of '" + key + "' is not larger than " + before
					+ ", which was given to an earlier holder");
		}
	}

	private void checkGrant(String key, long token) {
		if (!this.servers.isExplained(key, token)) {
			throw new Violation("the token " + token + " of '" + key + "' belongs to no grant");
		}
	}

	/** Where no order is promised, a token may repeat. */
	private void checkRepeated(String key, long token) {
		if (this.servers.isOrdered(key, token, token)) {
			throw new Violation("the token " + token + " of '" + key + "' was given to another holder before");
		}
	}

}
