package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The stores that granted locks, one after the other: each time that data are lost,
 * another one begins. Each of them by itself excludes whom it has to exclude. So all that
 * may excuse a holder is that another store granted its lock.
 *
 * @param amnesias when the store lost its data, in the order in which stores ended
 * @param lease the longest lease
 */
record Reigns(List<Amnesia> amnesias, Duration lease) {

	Reigns {
		amnesias = amnesias.stream().sorted(Comparator.comparingLong(Amnesia::until)).toList();
	}

	int count() {
		return this.amnesias.size() + 1;
	}

	/**
	 * Find by which stores each lock may have been granted.
	 * @param holds the holds of one lock
	 * @return for each hold, in the order of grants, by each of which sets of stores it
	 * may be known; no set if there is none that can have told it that it is valid for so
	 * long
	 */
	Map<ObservedHold, List<Set<Integer>>> of(List<ObservedHold> holds) {
		Map<ObservedHold, List<Set<Integer>>> possible = new LinkedHashMap<>();
		List<ObservedHold> granted = holds.stream().sorted(Comparator.comparingLong(ObservedHold::grantedAt)).toList();
		for (int index = 0; index < granted.size(); index++) {
			ObservedHold hold = granted.get(index);
			List<ObservedHold> earlier = granted.subList(0, index);
			possible.put(hold,
					IntStream.range(0, count())
						.filter((reign) -> hadBegun(hold, reign)
								&& (wasInTime(hold, reign) || wasPassedOn(hold, reign, earlier, possible)))
						.filter((reign) -> isKnownUntilItsEnd(hold, reign))
						.mapToObj((reign) -> knownTo(hold, reign))
						.toList());
		}
		return possible;
	}

	/**
	 * Find what a JVM passed on of which the store may have known nothing any more.
	 */
	Set<ObservedHold> passedOnUnknown(List<ObservedHold> holds) {
		Map<ObservedHold, List<Set<Integer>>> possible = of(holds);
		List<ObservedHold> granted = new ArrayList<>(possible.keySet());
		return IntStream.range(0, granted.size())
			.filter((index) -> IntStream.range(0, this.amnesias.size())
				.anyMatch((reign) -> granted.get(index).askedAt() > this.amnesias.get(reign).from()
						&& mayBeOf(granted.get(index), reign, possible)
						&& wasPassedOn(granted.get(index), reign, granted.subList(0, index), possible)))
			.mapToObj(granted::get)
			.collect(Collectors.toSet());
	}

	private boolean hadBegun(ObservedHold hold, int reign) {
		return reign == 0 || hold.grantedAt() >= this.amnesias.get(reign - 1).from();
	}

	private boolean wasInTime(ObservedHold hold, int reign) {
		return isLast(reign) || hold.askedAt() <= this.amnesias.get(reign).until();
	}

	/** A JVM passes on what it was granted until it learns that it was forgotten. */
	private boolean wasPassedOn(ObservedHold hold, int reign, List<ObservedHold> earlier,
			Map<ObservedHold, List<Set<Integer>>> possible) {
		return !outlasts(hold, reign) && earlier.stream()
			.anyMatch((former) -> hold.wasPassedOnBy(former) && mayBeOf(former, reign, possible));
	}

	private static boolean mayBeOf(ObservedHold hold, int reign, Map<ObservedHold, List<Set<Integer>>> possible) {
		return possible.get(hold).stream().anyMatch((known) -> known.contains(reign));
	}

	/**
	 * What is valid for longer than a lease after the end of a store was renewed by
	 * another one, which has to know it.
	 */
	private boolean isKnownUntilItsEnd(ObservedHold hold, int reign) {
		return isLast(reign) || this.amnesias.get(reign).copied() || !outlasts(hold, reign);
	}

	private Set<Integer> knownTo(ObservedHold hold, int reign) {
		int last = reign;
		while (!isLast(last) && this.amnesias.get(last).copied() && outlasts(hold, last)) {
			last++;
		}
		return IntStream.rangeClosed(reign, last).boxed().collect(Collectors.toSet());
	}

	private boolean outlasts(ObservedHold hold, int reign) {
		return hold.validUntil() > this.amnesias.get(reign).until() + this.lease.toNanos();
	}

	private boolean isLast(int reign) {
		return reign == this.amnesias.size();
	}

}
