package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cheap check of exclusion: while a holder may believe itself valid, nobody else
 * holds the lock, or if it is shared, only others that share it, who all together use no
 * more permits than there are. A pause longer than the lease is no excuse, for validity
 * has ended then. Only a store that lost its data excuses those who held a lock at that
 * time, and those to whom their JVM passed it on, and for no longer than a lease.
 */
public final class Exclusion {

	private Exclusion() {
	}

	/**
	 * Find all pairs of holders that may both have believed themselves valid, and must
	 * not.
	 * @param history what happened
	 * @param amnesias when the store lost its data
	 * @param lease the longest lease
	 * @param capacity how many permits there are
	 * @return a sentence for each violation
	 */
	public static List<String> violations(History history, List<Amnesia> amnesias, Duration lease, int capacity) {
		List<String> violations = new ArrayList<>();
		Map<String, List<ObservedHold>> valid = new HashMap<>();
		ObservedHold.of(history).forEach((hold) -> checkNoticed(hold, amnesias, lease, violations));
		List<ObservedHold> holds = ObservedHold.of(history, amnesias);
		holds.sort(Comparator.comparingLong(ObservedHold::grantedAt));
		for (ObservedHold hold : holds) {
			List<ObservedHold> others = valid.computeIfAbsent(hold.lock(), (lock) -> new ArrayList<>());
			others.removeIf((other) -> other.claimedUntil() <= hold.grantedAt());
			if (hold.claimedUntil() > hold.grantedAt()) {
				check(hold, others, capacity, violations);
				others.add(hold);
			}
		}
		return violations;
	}

	private static void check(ObservedHold hold, List<ObservedHold> others, int capacity, List<String> violations) {
		long used = hold.permits();
		for (ObservedHold other : others) {
			used += other.permits();
			if (hold.isAlone() || other.isAlone()) {
				violations.add("Lock '%s' was granted to %s (token %d) %d µs before %s (token %d) could be done with it"
					.formatted(hold.lock(), hold.holder(), hold.token(),
							(other.claimedUntil() - hold.grantedAt()) / 1000, other.holder(), other.token()));
			}
		}
		if (used > capacity) {
			violations.add("Lock '%s' was granted to %s, so that %d permits of %d were in use".formatted(hold.lock(),
					hold.holder(), used, capacity));
		}
	}

	private static void checkNoticed(ObservedHold hold, List<Amnesia> amnesias, Duration lease,
			List<String> violations) {
		for (Amnesia amnesia : amnesias) {
			if (hold.grantedAt() < amnesia.from() && hold.lastChecked() > amnesia.until() + lease.toNanos()) {
				violations.add("Lock '%s' of %s (token %d) was forgotten, but still valid more than a lease later"
					.formatted(hold.lock(), hold.holder(), hold.token()));
			}
		}
	}

}
