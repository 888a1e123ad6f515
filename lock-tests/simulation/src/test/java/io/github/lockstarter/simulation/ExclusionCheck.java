package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at whether callers have valid handles at the same time that exclude each other,
 * or use more permits than there are.
 */
final class ExclusionCheck {

	private final SimulatedServers servers;

	ExclusionCheck(SimulatedServers servers) {
		this.servers = servers;
	}

	/** Compare what somebody holds with what others hold. */
	void check(HeldLock lock, List<HeldLock> others) {
		for (HeldLock other : others) {
			check(lock, other);
		}
	}

	private void check(HeldLock one, HeldLock other) {
		for (String key : one.keys()) {
			if (other.keys().contains(key) && excludeEachOther(key, one, other) && one.isReliedOn()
					&& other.isReliedOn() && this.servers.isExclusive(key, one, other)) {
				throw new Violation("'" + key + "' has two valid holders: " + one.client().name() + " with token "
						+ one.token(key) + " and " + other.client().name() + " with token " + other.token(key));
			}
		}
	}

	/** A thread that has a lock alone may read as well. */
	private static boolean excludeEachOther(String key, HeldLock one, HeldLock other) {
		return (!one.isShared() || !other.isShared()) && !one.isOneWith(other, key);
	}

	/** All that use permits of a lock name the same capacity. */
	void checkCapacity(HeldLock lock, List<HeldLock> all) {
		for (String key : lock.keys()) {
			Map<String, Integer> used = new HashMap<>();
			for (HeldLock other : all) {
				if (other.permits() > 0 && other.keys().contains(key) && other.isReliedOn()
						&& this.servers.isExclusive(key, lock, other)) {
					used.merge(other.share(key), other.permits(), Math::max);
				}
			}
			int sum = used.values().stream().mapToInt(Integer::intValue).sum();
			if (sum > Wish.CAPACITY) {
				throw new Violation("'" + key + "' has " + sum + " permits in use, and " + Wish.CAPACITY + " in all");
			}
		}
	}

}
