package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The eras of a server. One ends when the server forgets everything or lets leases end
 * before their time, and for one lock when that is released by force: then exclusion is
 * promised to the holders of one era among each other, and to nobody while clients don't
 * know yet that its clock was set.
 */
final class Eras {

	private static final Era UNKNOWN = new Era(-1, -1);

	private final Map<String, TreeMap<Long, Era>> grants = new HashMap<>();

	/** By lock, up to which token none has to be larger than another. */
	private final Map<String, Long> unordered = new HashMap<>();

	/** By acquisition, when those that share a lock were last granted their shares. */
	private final Map<String, Era> shares = new HashMap<>();

	private int era;

	/** By lock, how often it was released by force. */
	private final Map<String, Integer> forced = new HashMap<>();

	/** How much of what unsettled the server is not over. */
	private int unsettled;

	void granted(String key, long token) {
		TreeMap<Long, Era> known = this.grants.computeIfAbsent(key, (absent) -> new TreeMap<>());
		if (known.isEmpty() || known.lastKey() < token) {
			known.put(token, now(key));
		}
	}

	void shared(String key, String share) {
		this.shares.put(share, now(key));
	}

	private Era now(String key) {
		return new Era(this.era, this.forced.getOrDefault(key, 0));
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

	/** A lock was released by force: its holder counts on it until it is told. */
	void forced(String key) {
		this.forced.merge(key, 1, Integer::sum);
	}

	/** The clock was set forward. In an odd era nothing is promised. */
	void unsettled() {
		this.unsettled++;
		this.era = this.era / 2 * 2 + 3;
	}

	void settled() {
		if (--this.unsettled == 0) {
			this.era = (this.era + 1) / 2 * 2;
		}
	}

	/**
	 * Whether a token has to be larger than one that was given to a caller before. Who
	 * does not know yet of a forced release, or that the server has forgotten it, passes
	 * the lock on.
	 */
	boolean areOrdered(String key, long token, long earlierToken) {
		Era era = era(key, token);
		Era earlier = era(key, earlierToken);
		return era.isSettled() && earlier.isSettled() && era.number() >= earlier.number()
				&& era.forced() >= earlier.forced()
				&& Math.min(token, earlierToken) > this.unordered.getOrDefault(key, 0L);
	}

	/**
	 * Whether a holder must be on record: it was granted the lock, and since then the
	 * server has neither forgotten it nor released it by force.
	 */
	boolean isPresent(String key, Era era) {
		return era.isSettled() && era.equals(now(key));
	}

	/**
	 * Whether a token belongs to a grant. After the clock was set back, one may be
	 * smaller than the first.
	 */
	boolean isExplained(String key, long token) {
		return !era(key, token).equals(UNKNOWN) || token <= this.unordered.getOrDefault(key, 0L);
	}

	/** Whether two holders must not hold the lock at the same time. */
	static boolean areExclusive(Era era, Era other) {
		return era.isSettled() && era.equals(other);
	}

	Era eraOfShare(String share) {
		return this.shares.getOrDefault(share, UNKNOWN);
	}

	/** A token that was reserved belongs to the grant before it. */
	Era era(String key, long token) {
		Map.Entry<Long, Era> grant = this.grants.getOrDefault(key, new TreeMap<>()).floorEntry(token);
		return (grant != null) ? grant.getValue() : UNKNOWN;
	}

	/**
	 * When a lock was granted.
	 *
	 * @param forced how often the lock had been released by force
	 */
	record Era(int number, int forced) {

		boolean isSettled() {
			return this.number % 2 == 0;
		}

	}

}
