package io.github.lockstarter.simulation;

import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Looks at whether the callers of one client are served in the order in which they came,
 * where the store has no queue: once all is calm and all want the same lock. One that
 * comes at the right moment may overtake them, but not for long.
 */
final class LocalOrderCheck {

	/** A little more than the engine allows. */
	private static final long OVERTAKING_NANOS = 120 * SimulatedTime.MICROSECOND;

	/** Those that came before may wait in another order. */
	private final LongPredicate wasCalmSince;

	/** Since when those that have waited longest are overtaken. */
	private final Map<Call, Long> overtakenSince = new IdentityHashMap<>();

	LocalOrderCheck(LongPredicate wasCalmSince) {
		this.wasCalmSince = wasCalmSince;
	}

	/** A call is served while others wait. */
	void served(Call served, List<Call> waiting, long now) {
		this.overtakenSince.remove(served);
		Optional<Call> longest = waiting.stream()
			.filter((call) -> call.client() == served.client() && call.startedAt() < served.startedAt()
					&& call.wish().keys().equals(served.wish().keys()))
			.min(Comparator.comparingLong(Call::startedAt))
			.filter((call) -> this.wasCalmSince.test(call.startedAt()));
		longest.ifPresent((call) -> overtaken(call, served, now));
	}

	/** Whoever overtakes is served as it comes, though it may be told a little later. */
	private void overtaken(Call longest, Call served, long now) {
		long at = served.startedAt();
		long since = this.overtakenSince.computeIfAbsent(longest, (absent) -> at);
		if (now - at > (served.asynchronous() ? SimulatedExecutor.LONGEST_NANOS : 0) || at - since > OVERTAKING_NANOS) {
			throw new Violation(
					"a call of " + served.client().name() + " for " + served.wish().keys() + ", which began at " + at
							+ ", was served at " + now + " before one of the same client that began at "
							+ longest.startedAt() + " and has been overtaken since " + since);
		}
	}

}
