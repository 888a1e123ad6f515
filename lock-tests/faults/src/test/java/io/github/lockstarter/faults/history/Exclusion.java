package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cheap check of exclusion: while a holder may believe itself valid, nobody else
 * holds the lock, or if it is shared, only others that share it, who all together use no
 * more permits than there are. A pause longer than the lease is no excuse, for validity
 * has ended then. Only a store that lost its data excuses those whose lock it may have
 * granted before from those that it may have granted theirs since then, and for no longer
 * than a lease. Among each other they have to exclude each other as ever.
 */
public final class Exclusion {

	private final Reigns reigns;

	private final int capacity;

	private final List<String> violations = new ArrayList<>();

	private Exclusion(Reigns reigns, int capacity) {
		this.reigns = reigns;
		this.capacity = capacity;
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
		Exclusion exclusion = new Exclusion(new Reigns(amnesias, lease), capacity);
		history.locks().forEach((lock) -> exclusion.check(ObservedHold.of(history.of(lock))));
		return exclusion.violations;
	}

	private void check(List<ObservedHold> holds) {
		Set<Valid> possible = Set.of(new Valid(Map.of()));
		for (Map.Entry<ObservedHold, List<Set<Integer>>> granted : this.reigns.of(holds).entrySet()) {
			ObservedHold hold = granted.getKey();
			if (granted.getValue().isEmpty()) {
				this.violations.add("Lock '%s' of %s (token %d) was forgotten, but still valid more than a lease later"
					.formatted(hold.lock(), hold.holder(), hold.token()));
			}
			else if (hold.claimedUntil() > hold.grantedAt()) {
				possible = grant(hold, granted.getValue(), possible);
			}
		}
	}

	/**
	 * Find who may be valid in which store after a grant. If nothing is possible, one is
	 * said to be wrong, and all that follows is compared with that.
	 */
	private Set<Valid> grant(ObservedHold hold, List<Set<Integer>> options, Set<Valid> possible) {
		Set<Valid> right = new LinkedHashSet<>();
		Set<Valid> wrong = new LinkedHashSet<>();
		List<String> found = List.of();
		for (Valid before : possible) {
			Valid valid = before.at(hold.grantedAt());
			for (Set<Integer> option : options) {
				List<String> conflicts = conflicts(hold, valid.among(option));
				(conflicts.isEmpty() ? right : wrong).add(valid.with(hold, option));
				found = conflicts.isEmpty() || !found.isEmpty() ? found : conflicts;
			}
		}
		if (right.isEmpty()) {
			this.violations.addAll(found);
			return wrong;
		}
		return right;
	}

	private List<String> conflicts(ObservedHold hold, List<ObservedHold> others) {
		List<String> conflicts = new ArrayList<>();
		long used = hold.permits();
		for (ObservedHold other : others) {
			used += other.permits();
			if (hold.isAlone() || other.isAlone()) {
				conflicts.add("Lock '%s' was granted to %s (token %d) %d µs before %s (token %d) could be done with it"
					.formatted(hold.lock(), hold.holder(), hold.token(),
							(other.claimedUntil() - hold.grantedAt()) / 1000, other.holder(), other.token()));
			}
		}
		if (used > this.capacity) {
			conflicts.add("Lock '%s' was granted to %s, so that %d permits of %d were in use".formatted(hold.lock(),
					hold.holder(), used, this.capacity));
		}
		return conflicts;
	}

	/**
	 * Who may believe itself valid, and which stores granted that.
	 */
	private record Valid(Map<ObservedHold, Set<Integer>> holds) {

		Valid at(long moment) {
			Map<ObservedHold, Set<Integer>> left = new LinkedHashMap<>(this.holds);
			left.keySet().removeIf((hold) -> hold.claimedUntil() <= moment);
			return new Valid(left);
		}

		/** A capacity is shared by those whom the same store has granted theirs. */
		List<ObservedHold> among(Set<Integer> stores) {
			return this.holds.entrySet()
				.stream()
				.filter((hold) -> hold.getValue().stream().anyMatch(stores::contains))
				.map(Map.Entry::getKey)
				.toList();
		}

		Valid with(ObservedHold hold, Set<Integer> stores) {
			Map<ObservedHold, Set<Integer>> more = new LinkedHashMap<>(this.holds);
			more.put(hold, stores);
			return new Valid(more);
		}

	}

}
