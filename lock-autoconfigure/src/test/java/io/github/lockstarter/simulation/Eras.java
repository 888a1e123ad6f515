package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The eras of a server. One ends when the server forgets everything, lets leases end
 * before their time, or releases a lock by force: then exclusion is promised to the
 * holders of one era among each other, and to nobody while clients don't know yet that
 * its clock was set.
 */
final class Eras {

	private final Map<String, TreeMap<Long, Integer>> grants = new HashMap<>();

	private int era;

	/** How much of what unsettled the server is not over. */
	private int unsettled;

	void granted(String key, long token) {
		TreeMap<Long, Integer> known = this.grants.computeIfAbsent(key, (absent) -> new TreeMap<>());
		if (known.isEmpty() || known.lastKey() < token) {
			known.put(token, this.era);
		}
	}

	void forgotten() {
		this.era += 2;
	}

	/**
	 * The clock was set forward, or a lock released by force. In an odd era nothing is
	 * promised.
	 */
	void unsettled() {
		this.unsettled++;
		this.era = this.era / 2 * 2 + 3;
	}

	void settled() {
		if (--this.unsettled == 0) {
			this.era = (this.era + 1) / 2 * 2;
		}
	}

	/** Whether the larger one of two tokens has to be that of the later holder. */
	boolean areOrdered(String key, long token, long otherToken) {
		return era(key, token) % 2 == 0 && era(key, otherToken) % 2 == 0;
	}

	/** Whether two holders must not hold the lock at the same time. */
	boolean areExclusive(String key, long token, long otherToken) {
		return areOrdered(key, token, otherToken) && era(key, token) == era(key, otherToken);
	}

	/** A token that was reserved belongs to the grant before it. */
	private int era(String key, long token) {
		Map.Entry<Long, Integer> grant = this.grants.getOrDefault(key, new TreeMap<>()).floorEntry(token);
		return (grant != null) ? grant.getValue() : -1;
	}

}
