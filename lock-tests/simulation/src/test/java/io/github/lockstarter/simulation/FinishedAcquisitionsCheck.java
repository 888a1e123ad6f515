package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.StoreAnswer;

/**
 * Looks at whether an acquisition that has finished holds its lock, as by a request that
 * comes late.
 */
final class FinishedAcquisitionsCheck {

	/** What comes later than that may be granted. */
	private static final long REMEMBERED_MILLIS = 5000;

	/** By lock and acquisition, when it was finished, by the server's clock. */
	private final Map<String, Long> finished = new HashMap<>();

	/** The server has answered a release. */
	void finished(String key, String instance, long sequence, StoreAnswer answer, long millis) {
		if (answer.state() != AcquisitionState.UNKNOWN) {
			this.finished.put(name(key, instance, sequence), millis);
		}
	}

	/** Somebody holds a lock. */
	void holds(String key, LockRecord.Hold hold, long millis) {
		Long since = this.finished.get(name(key, hold.instance(), hold.sequence()));
		if (since != null && millis - since < REMEMBERED_MILLIS) {
			throw new Violation("'" + key + "' is held by acquisition " + hold.sequence() + " of " + hold.instance()
					+ ", which had finished");
		}
	}

	/** The server no longer knows when that was. */
	void clear() {
		this.finished.clear();
	}

	private static String name(String key, String instance, long sequence) {
		return key + ' ' + instance + ':' + sequence;
	}

}
