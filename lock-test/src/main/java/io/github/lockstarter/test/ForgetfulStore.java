package io.github.lockstarter.test;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;

/**
 * A store in memory that can be told to forget who holds a lock. Thread-safe.
 */
final class ForgetfulStore implements LockStore {

	private final MemoryLockStore store = new MemoryLockStore();

	private final LockSession observer = this.store.open("observer", new Nobody());

	private final Map<String, LockSession> sessions = new ConcurrentHashMap<>();

	@Override
	public LockSession open(String instance, GrantListener listener) {
		LockSession session = this.store.open(instance, listener);
		this.sessions.put(instance, session);
		return session;
	}

	/**
	 * Take the lock from its holder, without a word to it, and give it to the next.
	 * @return whether there was a holder
	 */
	boolean forget(String key) {
		LockRecord.Hold hold = this.observer.inspect(key).toCompletableFuture().join().hold();
		LockSession holder = (hold != null) ? this.sessions.get(hold.instance()) : null;
		if (hold == null || holder == null) {
			return false;
		}
		holder.release(key, hold.sequence(), Integer.MAX_VALUE).toCompletableFuture().join();
		return true;
	}

	private static final class Nobody implements GrantListener {

		@Override
		public void granted(Grant grant) {
			throw new IllegalStateException("An observer asks for no lock.");
		}

		@Override
		public void revoked(String key, long sequence) {
			// holds nothing
		}

		@Override
		public void interrupted() {
			// waits for nothing
		}

	}

}
