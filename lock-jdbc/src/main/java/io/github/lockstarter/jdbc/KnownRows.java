package io.github.lockstarter.jdbc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The rows as the last requests for acquisitions of a session left them: most are still
 * the same at the release. Thread-safe.
 */
final class KnownRows {

	private static final int MOST = 10_000;

	private final Map<String, Known> rows = new ConcurrentHashMap<>();

	/** Keep the row of an acquisition that holds a lock, or waits for it. */
	void keep(long sequence, StoreAnswer answer, Row row) {
		boolean unfinished = answer.state() == AcquisitionState.GRANTED || answer.state() == AcquisitionState.QUEUED;
		if (unfinished && this.rows.size() < MOST) {
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

}
