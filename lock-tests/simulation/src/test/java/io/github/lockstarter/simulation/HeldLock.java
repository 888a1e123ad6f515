package io.github.lockstarter.simulation;

import java.util.List;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.core.EngineDriver;

/**
 * Locks that a caller was given, until it closes their handle.
 */
final class HeldLock {

	private final SimulatedClient client;

	private final Wish wish;

	private final LockHandle handle;

	private final EngineDriver.Held held;

	private final long askedAt;

	private final long since;

	private int timesTold;

	private boolean lost;

	private long lostAt;

	HeldLock(SimulatedClient client, Wish wish, LockHandle handle, long askedAt, long since) {
		this.client = client;
		this.wish = wish;
		this.handle = handle;
		this.held = client.engine().held(handle);
		this.askedAt = askedAt;
		this.since = since;
	}

	SimulatedClient client() {
		return this.client;
	}

	Wish wish() {
		return this.wish;
	}

	LockHandle handle() {
		return this.handle;
	}

	/** The locks, which stay the same. */
	List<String> keys() {
		return this.held.keys();
	}

	/** Whether others may hold the lock, too. */
	boolean isShared() {
		return this.handle.kind() != LockKind.MUTEX;
	}

	/** The fencing token, or 0 if the lock is shared. */
	long token(String key) {
		return isShared() ? 0 : this.handle.fencingToken(key);
	}

	/** The number of the acquisition by which it has a lock. */
	long sequence(String key) {
		return this.held.sequence(key);
	}

	/** Names what it has of a lock that is shared. */
	String share(String key) {
		return share(key, this.client.instance(), sequence(key));
	}

	/** Whether it is another handle of what one has of a lock. */
	boolean isOneWith(HeldLock other, String key) {
		return this.held.isOneWith(other.held, key);
	}

	static String share(String key, String instance, long sequence) {
		return key + ' ' + instance + ':' + sequence;
	}

	/** How many permits it uses of a semaphore, or 0 if it is none. */
	int permits() {
		return (this.handle.kind() == LockKind.SEMAPHORE) ? this.wish.options().getOrBuiltIn(LockOption.PERMITS) : 0;
	}

	/** When it was asked for, in true time. */
	long askedAt() {
		return this.askedAt;
	}

	/** When it was acquired, in true time. */
	long since() {
		return this.since;
	}

	/** Whether its caller may rely on it at this moment. */
	boolean isReliedOn() {
		return this.client.isRunning() && this.handle.isValid();
	}

	/** Its handle is dropped. */
	void forget() {
		this.held.forget();
	}

	/** Whether it is to be renewed, and yet nothing is planned for that. */
	boolean isNeglected() {
		return this.held.isNeglected();
	}

	/** The callback that tells of a loss was called. */
	void told() {
		this.timesTold++;
	}

	int timesTold() {
		return this.timesTold;
	}

	/**
	 * Notice a loss.
	 * @return true if it is news
	 */
	boolean noticeLoss(long now) {
		if (this.lost || !this.handle.isLost()) {
			return false;
		}
		this.lost = true;
		this.lostAt = now;
		return true;
	}

	/** When its loss was noticed, in true time. */
	long lostAt() {
		return this.lostAt;
	}

	boolean isLost() {
		return this.lost;
	}

}
