package io.github.lockstarter.store.record;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreTimes;

/**
 * A store's record of one lock: a request and a moment lead to the next record, an
 * answer, and messages for others. Has no clock and no thread. Immutable. A store
 * replaces a record by the next only if it was not replaced meanwhile.
 */
public final class LockRecordState {

	/** The time for which a useless record is kept. */
	public static final long RETENTION_MILLIS = StoreTimes.REMEMBERED.toMillis();

	/**
	 * The version of the text format; increased by a change that this version can't read.
	 */
	private static final String VERSION = "1";

	private final RecordTransition content;

	/** The time from which nothing in it is needed. */
	private final long forgottenAt;

	private LockRecordState(RecordTransition content, long forgottenAt) {
		this.content = content;
		this.forgottenAt = forgottenAt;
	}

	/**
	 * The record of a lock about which nothing is known.
	 * @param key the lock
	 * @return the record
	 */
	public static LockRecordState empty(String key) {
		return new LockRecordState(new RecordTransition(key), Long.MIN_VALUE);
	}

	/**
	 * Read a record that was written as text.
	 * @param text the text
	 * @param micros the moment at which it was written, in microseconds since the epoch
	 * by the store's clock
	 * @return the record
	 * @throws StoreException if a version that this one does not understand wrote it
	 */
	public static LockRecordState read(String text, long micros) {
		List<String> lines = text.lines().toList();
		RecordReader head = new RecordReader(lines.isEmpty() ? "" : lines.get(0), micros);
		String version = head.word();
		if (!version.equals(VERSION)) {
			throw new StoreException("the record of a lock was written by another version of this library (layout '"
					+ version + "', known is " + VERSION + "); upgrade this application", false, null);
		}
		RecordTransition content = new RecordTransition(head.word());
		long forgottenAt = head.millis();
		lines.stream().skip(1).forEach((line) -> content.read(new RecordReader(line, micros)));
		return new LockRecordState(content, forgottenAt);
	}

	/**
	 * The record as text, in printable characters and line breaks. All times in it are
	 * relative to the given moment, which its reader has to know: a store may decide
	 * later what moment that was, if the record was empty before.
	 * @param micros the moment, in microseconds since the epoch by the store's clock
	 * @return the text, to be read by {@link #read}
	 */
	public String text(long micros) {
		RecordWriter text = new RecordWriter(micros);
		text.line(VERSION).word(this.content.key()).millis(this.forgottenAt);
		this.content.write(text);
		return text.toString();
	}

	/**
	 * The time from which nothing in it is needed.
	 * @return milliseconds since the epoch by the store's clock
	 */
	public long forgottenAtMillis() {
		return this.forgottenAt;
	}

	/**
	 * The lock.
	 * @return the key
	 */
	public String key() {
		return this.content.key();
	}

	/**
	 * Take the lock, or a place in its queue.
	 * @param who the acquisition
	 * @param request what it asks for
	 * @param way how it learns of a grant
	 * @param now the moment
	 * @return the reply
	 */
	public Reply<StoreAnswer> acquire(Acquisition who, AcquireRequest request, Way way, Moment now) {
		return step(now, (transition) -> transition.acquire(who, request, way, now));
	}

	/**
	 * Lengthen a lease.
	 * @param who the acquisition
	 * @param lease the shortest time that it has to last from now
	 * @param now the moment
	 * @return the reply
	 */
	public Reply<StoreAnswer> renew(Acquisition who, Duration lease, Moment now) {
		return step(now, (transition) -> transition.renew(who, lease.toMillis(), now));
	}

	/**
	 * Finish an acquisition.
	 * @param who the acquisition
	 * @param passes the number of its reserved tokens that were used
	 * @param keepFor how long to keep the lock from others
	 * @param now the moment
	 * @param withoutMark whether the outcome need not be remembered
	 * @return the reply
	 */
	public Reply<StoreAnswer> release(Acquisition who, int passes, Duration keepFor, Moment now, boolean withoutMark) {
		return step(now, (transition) -> transition.release(who, passes, keepFor, now, withoutMark));
	}

	/**
	 * Finish an acquisition, and begin the next one of the same instance.
	 * @param who the acquisition to finish
	 * @param passes the number of its reserved tokens that were used
	 * @param next what the next one asks for
	 * @param way how that learns of a grant
	 * @param now the moment
	 * @param withoutMark whether the outcome of the first need not be remembered
	 * @return the reply
	 */
	public Reply<Requeued> requeue(Acquisition who, int passes, AcquireRequest next, Way way, Moment now,
			boolean withoutMark) {
		return step(now, (transition) -> transition.requeue(who, passes, next, way, now, withoutMark));
	}

	/**
	 * End a hold, and those that share the lock with it.
	 * @param hold the hold, as it was found on record
	 * @param now the moment
	 * @return the reply: whether it was ended
	 */
	public Reply<Boolean> forceRelease(LockRecord.Hold hold, Moment now) {
		return step(now, (transition) -> transition.forceRelease(Acquisition.of(hold), hold.token(), now));
	}

	/**
	 * Inspect the record.
	 * @param now the moment
	 * @return the holders and the number of waiters
	 */
	public LockRecord inspect(Moment now) {
		return isForgotten(now) ? LockRecord.free(0) : this.content.inspect(now);
	}

	/**
	 * Whether it is empty, or nothing in it is needed any more: a store need not keep it.
	 * @param now the moment
	 * @return true if an empty record is as good
	 */
	public boolean isForgotten(Moment now) {
		return now.millis() >= this.forgottenAt;
	}

	private <T> Reply<T> step(Moment now, Function<RecordTransition, T> request) {
		RecordTransition transition = isForgotten(now) ? new RecordTransition(this.content.key())
				: new RecordTransition(this.content);
		transition.age(now);
		T answer = request.apply(transition);
		long needed = transition.neededUntil(now);
		long end = (needed == Long.MIN_VALUE) ? now.millis() : needed + RETENTION_MILLIS;
		return new Reply<>(new LockRecordState(transition, end), answer, transition.messages());
	}

}
