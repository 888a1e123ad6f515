package io.github.lockstarter.store.record;

import io.github.lockstarter.store.LockRecord;
import org.jspecify.annotations.Nullable;

/**
 * Identifies an acquisition.
 *
 * @param instance the session's instance
 * @param sequence its number within the session
 */
public record Acquisition(String instance, long sequence) {

	/** Holder of a lock that is shared: an acquisition that does not exist. */
	static final Acquisition SHARED = new Acquisition("shared", 0);

	/** The acquisition that holds a lock, according to a hold found on record. */
	static Acquisition of(LockRecord.Hold hold) {
		return hold.isShared() ? SHARED : new Acquisition(hold.instance(), hold.sequence());
	}

	static Acquisition read(RecordReader line) {
		return new Acquisition(line.word(), line.number());
	}

	void write(RecordWriter line) {
		line.word(this.instance).number(this.sequence);
	}

	/**
	 * Whether the same instance began another acquisition later.
	 */
	boolean isOlderThan(@Nullable Acquisition other) {
		return other != null && other.instance.equals(this.instance) && other.sequence > this.sequence;
	}

}
