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

	/** Holds a lock that is shared: an acquisition that nobody is. */
	static final Acquisition SHARED = new Acquisition("shared", 0);

	/** The acquisition that holds a lock, if that is what was found on record. */
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
	 * Whether another acquisition is one that the same instance began later.
	 */
	boolean isOlderThan(@Nullable Acquisition other) {
		return other != null && other.instance.equals(this.instance) && other.sequence > this.sequence;
	}

}
