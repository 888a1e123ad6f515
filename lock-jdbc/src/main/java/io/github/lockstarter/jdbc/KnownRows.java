package io.github.lockstarter.jdbc;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The rows as the last requests for acquisitions of a session left them: most are still
 * the same at the release. Those that were not used for longest are forgotten, since a
 * lock that is left to its lease is never released. Thread-safe.
 */
final class KnownRows {

	private static final int MOST = 10_000;

	private final Map<String, Known> rows = Collections.synchronizedMap(new Latest());

	/** Keep the row of an acquisition that holds a lock, or waits for it. */
	void keep(long sequence, StoreAnswer answer, Row row) {
		boolean unfinished = answer.state() == AcquisitionState.GRANTED || answer.state() == AcquisitionState.QUEUED;
		if (unfinished) {
			this.rows.put(row.key(), new Known(sequence, row));
		}
	}

	/** Whether the acquisition was requested before, so that there is a row. */
	boolean isKnown(String key, long sequence) {
		Known known = this.rows.get(key);
		return known != null && known.sequence == sequence;
	}

	/** Remove the row of an acquisition that is now finished. */
	@Nullable Row take(String key, long sequence) {
		Known known = this.rows.get(key);
		return (known != null && known.sequence == sequence && this.rows.remove(key, known)) ? known.row : null;
	}

	private record Known(long sequence, Row row) {
	}

	/**
	 * The rows that were used last.
	 */
	private static final class Latest extends LinkedHashMap<String, Known> {

		private static final long serialVersionUID = 1L;

		Latest() {
			super(16, 0.75f, true);
		}

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
			return size() > MOST;
		}

	}

}
