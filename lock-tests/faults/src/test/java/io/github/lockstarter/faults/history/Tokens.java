package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The check of fencing tokens: an acquisition that was asked for after another had been
 * granted has a larger token, and no token is given twice. Nothing excuses a violation
 * but a store that lost its data: a JVM may pass on what it forgot, for no longer than a
 * lease. Those that share a lock have none.
 */
public final class Tokens {

	private Tokens() {
	}

	/**
	 * Find all acquisitions whose token is not larger than that of an earlier one.
	 * @param history what happened
	 * @param amnesias when the store lost its data
	 * @param lease the longest lease
	 * @return a sentence for each violation
	 */
	public static List<String> violations(History history, List<Amnesia> amnesias, Duration lease) {
		List<String> violations = new ArrayList<>();
		for (String lock : history.locks()) {
			List<ObservedHold> holds = ObservedHold.of(history.of(lock));
			Set<ObservedHold> passedOnUnknown = new Reigns(amnesias, lease).passedOnUnknown(holds);
			holds.removeIf((hold) -> !hold.isAlone() || passedOnUnknown.contains(hold));
			check(lock, holds, violations);
		}
		return violations;
	}

	private static void check(String lock, List<ObservedHold> holds, List<String> violations) {
		PriorityQueue<ObservedHold> granted = new PriorityQueue<>(Comparator.comparingLong(ObservedHold::grantedAt));
		granted.addAll(holds);
		holds.sort(Comparator.comparingLong(ObservedHold::askedAt));
		Set<Long> seen = new HashSet<>();
		long largest = Long.MIN_VALUE;
		for (ObservedHold hold : holds) {
			while (granted.element().grantedAt() < hold.askedAt()) {
				largest = Math.max(largest, granted.remove().token());
			}
			if (hold.token() <= largest || !seen.add(hold.token())) {
				violations.add("Lock '%s' was granted to %s with token %d after token %d".formatted(lock, hold.holder(),
						hold.token(), Math.max(largest, hold.token())));
			}
		}
	}

}
