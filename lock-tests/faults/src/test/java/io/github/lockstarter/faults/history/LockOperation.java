package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.lockstarter.faults.history.Event.Outcome;

/**
 * Something that took effect on a lock at one moment between two others, or, if its
 * outcome is unknown, perhaps never.
 *
 * @param action what took effect
 * @param holder the acquisition
 * @param permits how many permits it uses of a lock that is shared; 0 if it is alone
 * @param token the fencing token that was seen
 * @param start before it took effect
 * @param end after it took effect; {@link Long#MAX_VALUE} if nobody can say
 * @param certain whether it took effect at all
 * @param reigns in which sets of stores it may have taken effect, see {@link Reigns}
 */
public record LockOperation(Action action, String holder, int permits, long token, long start, long end,
		boolean certain, List<Set<Integer>> reigns) {

	/** Where there is one store only. */
	private static final List<Set<Integer>> ONE = List.of(Set.of(0));

	/**
	 * One on a lock that never moved to another store.
	 */
	LockOperation(Action action, String holder, int permits, long token, long start, long end, boolean certain) {
		this(action, holder, permits, token, start, end, certain, ONE);
	}

	/**
	 * One on a lock that is never shared.
	 */
	LockOperation(Action action, String holder, long token, long start, long end, boolean certain) {
		this(action, holder, 0, token, start, end, certain, ONE);
	}

	/**
	 * The operations on one lock. What did not obtain the lock may have happened in any
	 * state, and is left out; so is an acquisition of unknown outcome, for it can only
	 * have been in the way of others. A release takes effect at any time after it began,
	 * perhaps in the background. A hold that was lost or killed ends some time after its
	 * validity, or after it began to release.
	 * @param history the events of one lock
	 * @param amnesias when the store lost its data
	 * @param lease the longest lease
	 * @return the operations, for a model {@link InReigns} if there are amnesias
	 */
	public static List<LockOperation> of(History history, List<Amnesia> amnesias, Duration lease) {
		List<LockOperation> operations = new ArrayList<>();
		Map<String, ObservedHold> holds = new HashMap<>();
		Map<String, List<Set<Integer>>> reigns = new HashMap<>();
		new Reigns(amnesias, lease).of(ObservedHold.of(history)).forEach((hold, possible) -> {
			holds.put(hold.holder(), hold);
			reigns.put(hold.holder(), possible);
			operations.add(new LockOperation(hold.released() ? Action.RELEASE : Action.END, hold.holder(),
					hold.permits(), hold.token(), hold.claimedUntil(), Long.MAX_VALUE, hold.released(), possible));
		});
		Map<String, Event> invoked = new HashMap<>();
		for (Event event : history.events()) {
			String call = event.holder() + " " + event.operation() + event.depth();
			ObservedHold hold = holds.get(event.holder());
			if (event.outcome() == Outcome.INVOKE) {
				invoked.put(call, event);
			}
			else if (hold != null && event.outcome() == Outcome.OK && counts(event, hold)) {
				operations
					.add(new LockOperation(Action.valueOf(event.operation().name()), event.holder(), event.permits(),
							event.token(), invoked.get(call).nanos(), event.nanos(), true, reigns.get(event.holder())));
			}
		}
		return operations;
	}

	/** The outermost release is there already; what came after a loss does not count. */
	private static boolean counts(Event event, ObservedHold hold) {
		return switch (event.operation()) {
			case ACQUIRE -> event.depth() == 1 || event.nanos() <= hold.claimedUntil();
			case RELEASE -> event.depth() > 1 && hold.released();
			case CHECK -> false;
		};
	}

	/**
	 * What takes effect: taking or entering, leaving, and the end of a lease.
	 */
	public enum Action {

		ACQUIRE, RELEASE, END

	}

}
