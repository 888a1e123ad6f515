package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The check of fairness: nobody is granted a lock before another that had asked for it
 * earlier by more than a request may take on its way. Who was never granted it, since it
 * gave up or died, stands in nobody's way.
 */
public final class Ages {

	private Ages() {
	}

	/**
	 * Find those that were granted a lock too early.
	 * @param history what happened
	 * @param since who asked before that moment is not looked at, such as those that have
	 * just been started
	 * @param slack how much later than another one may have asked and be granted the lock
	 * before it
	 * @return a sentence for each violation
	 */
	public static List<String> violations(History history, long since, Duration slack) {
		List<String> violations = new ArrayList<>();
		for (String lock : history.locks()) {
			List<ObservedHold> holds = ObservedHold.of(history.of(lock));
			holds.removeIf((hold) -> hold.askedAt() < since);
			check(holds, slack.toNanos(), violations);
		}
		return violations;
	}

	private static void check(List<ObservedHold> holds, long slack, List<String> violations) {
		if (holds.isEmpty()) {
			return;
		}
		holds.sort(Comparator.comparingLong(ObservedHold::grantedAt).reversed());
		ObservedHold oldest = holds.get(0);
		for (ObservedHold hold : holds) {
			if (hold.askedAt() - oldest.askedAt() > slack) {
				violations.add("Lock '%s' was granted to %s before %s, which had asked for it %d µs earlier".formatted(
						hold.lock(), hold.holder(), oldest.holder(), (hold.askedAt() - oldest.askedAt()) / 1000));
			}
			oldest = (hold.askedAt() < oldest.askedAt()) ? hold : oldest;
		}
	}

}
