package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The eras of a server. One ends when the server forgets everything, lets leases end
 * before their time, or releases a lock by force: then exclusion is promised to the
 * holders of one era among each other, and to nobody while clients don't know yet that
 * its clock was set.
 */
final class Eras {

	private final Map<String, TreeMap<Long, Integer>> grants = new HashMap<>();

	/** By lock, up to which token none has to be larger than another. */
	private final Map<String, Long> unordered = new HashMap<>();

	/** By acquisition, when those that share a lock were last granted their shares. */
	private final Map<String, Integer> shares = new HashMap<>();

	private int era;

	/** How much of what unsettled the server is not over. */
	private int unsettled;

	void granted(String key, long token) {
		TreeMap<Long, Integer> known = this.grants.computeIfAbsent(key, (absent) -> new TreeMap<>());
		if (known.isEmpty() || known.lastKey() < token) {
			known.put(token, this.era);
		}
	}

	void shared(String share) {
		this.shares.put(share, this.era);
	}

	/**
	 * The clock was set back. Of locks that nobody holds, the next tokens may be smaller
	 * than the last ones.
	 */
	void setBack(Predicate<String> held) {
		this.grants.forEach((key, known) -> {
			if (!held.test(key)) {
				this.unordered.merge(key, known.lastKey(), Math::max);
			}
		});
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
		return era(key, token) % 2 == 0 && era(key, otherToken) % 2 == 0
				&& Math.min(token, otherToken) > this.unordered.getOrDefault(key, 0L);
	}

	/** Whether two holders must not hold the lock at the same time. */
	static boolean areExclusive(int era, int otherEra) {
		return era % 2 == 0 && era == otherEra;
	}

	int eraOfShare(String share) {
		return this.shares.getOrDefault(share, -1);
	}

	/** A token that was reserved belongs to the grant before it. */
	int era(String key, long token) {
		Map.Entry<Long, Integer> grant = this.grants.getOrDefault(key, new TreeMap<>()).floorEntry(token);
		return (grant != null) ? grant.getValue() : -1;
	}

}
