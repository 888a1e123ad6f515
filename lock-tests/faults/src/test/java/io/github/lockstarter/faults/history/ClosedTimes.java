package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;

/**
 * The check of availability: for how long a lock was closed, so that nobody held it, and
 * nobody was granted it though somebody asked for it.
 */
public final class ClosedTimes {

	private ClosedTimes() {
	}

	/**
	 * Measure the longest of these times.
	 * @param history what happened
	 * @param since what was before that moment does not count
	 * @return one for each lock, zero if there is none
	 */
	public static Map<String, Duration> longest(History history, long since) {
		Map<String, Duration> longest = new TreeMap<>();
		for (String lock : history.locks()) {
			longest.put(lock, Duration.ofNanos(longest(history, history.of(lock), since)));
		}
		return longest;
	}

	private static long longest(History all, History history, long since) {
		List<Time> asking = asking(all, history);
		List<ObservedHold> holds = ObservedHold.of(history);
		holds.sort(Comparator.comparingLong(ObservedHold::grantedAt));
		long longest = 0;
		long free = since;
		for (ObservedHold hold : holds) {
			longest = Math.max(longest, closed(free, hold.grantedAt(), asking));
			free = Math.max(free, hold.claimedUntil());
		}
		return Math.max(longest, closed(free, all.end(), asking));
	}

	/** From the first request on that is not answered before the lock is free. */
	private static long closed(long free, long granted, List<Time> asking) {
		return asking.stream()
			.filter((time) -> time.from < granted && free < time.until)
			.mapToLong((time) -> granted - Math.max(free, time.from))
			.max()
			.orElse(0);
	}

	/** Who gets no answer waits for it until its process has nothing more to say. */
	private static List<Time> asking(History all, History history) {
		Map<Long, Long> ends = new HashMap<>();
		all.events().forEach((event) -> ends.put(event.process(), event.nanos()));
		Map<String, Long> asked = new HashMap<>();
		List<Time> asking = new ArrayList<>();
		for (Event event : history.events()) {
			if (event.operation() != Operation.ACQUIRE || event.depth() > 1) {
				continue;
			}
			if (event.outcome() == Outcome.INVOKE) {
				asked.put(event.holder(), event.nanos());
			}
			else {
				asking.add(new Time(asked.remove(event.holder()), event.nanos()));
			}
		}
		asked.forEach((holder, at) -> asking.add(new Time(at, ends.get(History.process(holder)))));
		return asking;
	}

	private record Time(long from, long until) {
	}

}
