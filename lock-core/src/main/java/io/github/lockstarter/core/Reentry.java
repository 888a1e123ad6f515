package io.github.lockstarter.core;

import java.util.List;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.core.hold.Hold;
import org.jspecify.annotations.Nullable;

/**
 * Finds the locks that a call has to enter again, as it would wait for itself otherwise:
 * those that its thread holds, and those of the work that it is part of. Used by one
 * thread at a time.
 */
final class Reentry {

	private final HandleContext store;

	private final LockScope scope;

	/** Whether the calling thread is going to be the holder. */
	final boolean blocking;

	/**
	 * Create it.
	 * @param store what handles of this store have in common
	 * @param scope the locks around the call
	 * @param blocking whether the calling thread is going to be the holder
	 */
	Reentry(HandleContext store, LockScope scope, boolean blocking) {
		this.store = store;
		this.scope = scope;
		this.blocking = blocking;
	}

	/** Hold of the caller, lost or not; {@code null} if it has none. */
	@Nullable Hold find(String key) {
		Hold own = this.blocking ? this.store.holds.find(key) : null;
		return (own != null || this.scope == LockScope.NONE) ? own : around(key);
	}

	private @Nullable Hold around(String key) {
		for (LockHandle handle : this.scope.handles()) {
			Hold hold = (handle instanceof DefaultLockHandle own) ? own.find(this.store, key) : null;
			if (hold != null && isEntered(hold)) {
				return hold;
			}
		}
		return null;
	}

	/**
	 * A scope of a thread may have come to the task of another one, which is to wait for
	 * that thread.
	 */
	private boolean isEntered(Hold hold) {
		return this.scope.isPropagated() || (this.blocking && hold.thread() == null);
	}

	/** Whether a hold that was found is not that of the calling thread. */
	boolean isAmbient(Hold hold) {
		return !this.blocking || !this.store.holds.isAttached(hold);
	}

	/** Whether the call is part of work that holds a lock, in whichever store. */
	boolean isNested() {
		if (this.scope == LockScope.NONE || !(this.blocking || this.scope.isPropagated())) {
			return false;
		}
		List<LockHandle> handles = this.scope.handles();
		return handles.stream().anyMatch((handle) -> handle instanceof DefaultLockHandle own && own.isOpen(this.store));
	}

}
