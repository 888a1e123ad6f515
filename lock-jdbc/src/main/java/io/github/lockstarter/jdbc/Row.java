package io.github.lockstarter.jdbc;

import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The row of a lock at a moment.
 *
 * @param key the lock
 * @param createdAt when the row was created, in microseconds, or 0 if there is none; the
 * times in the text are relative to it
 * @param text the record, or {@code null} if there is no row
 * @param micros the moment, by the server's clock
 * @param server the server's id
 */
record Row(String key, long createdAt, @Nullable String text, long micros, String server) {

	/** The next row, after a request to its record. */
	Row next(LockRecordState next, Moment now) {
		String after = next.isForgotten(now) ? null : next.text(this.createdAt);
		return new Row(this.key, this.createdAt, after, this.micros, this.server);
	}

	LockRecordState read() {
		return (this.text != null) ? LockRecordState.read(this.text, this.createdAt) : LockRecordState.empty(this.key);
	}

}
