package io.github.lockstarter.core.hold;

import java.lang.ref.WeakReference;

import io.github.lockstarter.core.platform.ThreadNames;
import org.jspecify.annotations.Nullable;

/**
 * Owner of a hold, which can close it: the handle that was handed out, which is only
 * watched, or the thread that has it as a JDK lock. When neither is left, the hold is
 * forgotten. Thread-safe.
 */
public final class Ownership {

	private volatile @Nullable Thread thread;

	/** None for a view as a JDK lock. */
	private volatile @Nullable WeakReference<Object> handle;

	private volatile @Nullable StackTraceElement acquiredAt;

	/** How often the thread has it as a JDK lock. */
	private int locks;

	/**
	 * The thread that may enter again.
	 * @return the thread; {@code null} if there is none
	 */
	public @Nullable Thread thread() {
		return this.thread;
	}

	void setThread(@Nullable Thread thread) {
		this.thread = thread;
	}

	/** The thread has it as a JDK lock, once more. */
	synchronized void lock() {
		this.locks++;
	}

	/** The thread has given back a JDK lock. */
	synchronized void unlock() {
		this.locks = Math.max(this.locks - 1, 0);
	}

	private synchronized boolean isLocked() {
		return this.locks > 0;
	}

	/** Remember the handle by which the hold is to be closed. */
	@Nullable Object handOut(Object newest) {
		WeakReference<Object> known = this.handle;
		Object older = (known != null) ? known.get() : null;
		if (older == null) {
			this.handle = new WeakReference<>(newest);
		}
		return older;
	}

	/** Remember where the lock was acquired. */
	public void acquiredAt(@Nullable StackTraceElement where) {
		this.acquiredAt = where;
	}

	/** Whether nobody can close the hold any more. */
	boolean isForgotten() {
		WeakReference<Object> known = this.handle;
		Thread owner = this.thread;
		if (owner != null && (known == null || isLocked())) {
			return owner.getState() == Thread.State.TERMINATED;
		}
		return known != null && known.get() == null;
	}

	/** Where and by whom it was acquired, as far as is known, to go on in a sentence. */
	public String acquired() {
		StackTraceElement known = this.acquiredAt;
		Thread owner = this.thread;
		String where = (known != null) ? " at " + known : "";
		String who = (owner != null) ? " by thread '" + ThreadNames.name(owner) + "'" : "";
		return (where.isEmpty() && who.isEmpty()) ? "" : "; it was acquired" + where + who;
	}

}
