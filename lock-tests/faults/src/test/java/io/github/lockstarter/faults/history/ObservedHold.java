package io.github.lockstarter.faults.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;

/**
 * One ownership of a lock, as its holder saw it: what it may have relied on. From the
 * grant until {@link #claimedUntil()} nobody else may hold the lock. The latter is the
 * end of the validity that the holder was told last, unless it began to release before.
 *
 * @param holder the acquisition
 * @param lock the lock's key
 * @param token its fencing token
 * @param askedAt when the lock was asked for
 * @param grantedAt when the holder had it
 * @param validUntil until when it was ever told to be valid; 0 if it never was
 * @param lastChecked when it last asked whether it was valid, and was
 * @param releasedAt when it began to release, or {@link Long#MAX_VALUE}
 * @param released whether the release was no loss, and is known to have returned
 * @param permits how many permits it uses of a lock that is shared; 0 if it is alone
 */
record ObservedHold(String holder, String lock, long token, long askedAt, long grantedAt, long validUntil,
		long lastChecked, long releasedAt, boolean released, int permits) {

	/** The rest of a validity may be a number of milliseconds that was cut off. */
	private static final long UNSURE_NANOS = 1_000_000;

	/**
	 * Until when nobody else may hold the lock.
	 * @return that moment
	 */
	long claimedUntil() {
		return Math.min(this.releasedAt, this.validUntil);
	}

	/** Whether it has the lock alone. */
	boolean isAlone() {
		return this.permits == 0;
	}

	/**
	 * A pass takes the next token. A share has none, but is valid no longer than the one
	 * that it was passed on from.
	 */
	boolean wasPassedOnBy(ObservedHold former) {
		if (!this.lock.equals(former.lock) || History.process(this.holder) != History.process(former.holder)
				|| isAlone() != former.isAlone()) {
			return false;
		}
		return isAlone() ? this.token == former.token + 1 : this.validUntil <= former.validUntil + UNSURE_NANOS;
	}

	static List<ObservedHold> of(History history) {
		Map<String, ObservedHold> holds = new LinkedHashMap<>();
		Map<String, Long> asked = new LinkedHashMap<>();
		for (Event event : history.events()) {
			if (event.depth() == 1 && event.is(Operation.ACQUIRE, Outcome.INVOKE)) {
				asked.put(event.holder(), event.nanos());
			}
			else if (event.depth() == 1 && event.is(Operation.ACQUIRE, Outcome.OK)) {
				holds.put(event.holder(),
						new ObservedHold(event.holder(), event.lock(), event.token(), asked.get(event.holder()),
								event.nanos(), event.validUntil(), event.nanos(), Long.MAX_VALUE, false,
								event.permits()));
			}
			else {
				holds.computeIfPresent(event.holder(), (holder, hold) -> hold.after(event));
			}
		}
		return new ArrayList<>(holds.values());
	}

	private ObservedHold after(Event event) {
		boolean valid = event.is(Operation.CHECK, Outcome.OK);
		boolean outermost = event.depth() == 1;
		return new ObservedHold(this.holder, this.lock, this.token, this.askedAt, this.grantedAt,
				valid ? Math.max(this.validUntil, event.validUntil()) : this.validUntil,
				valid ? event.nanos() : this.lastChecked,
				(outermost && event.is(Operation.RELEASE, Outcome.INVOKE)) ? event.nanos() : this.releasedAt,
				this.released || (outermost && event.is(Operation.RELEASE, Outcome.OK)), this.permits);
	}

}
