package io.github.lockstarter.core.hold;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * An entry into a hold, with its owner: the handle that leaves it, which is only watched,
 * or the thread that has it as a JDK lock. It is left once: by its owner, or because
 * nobody can reach that any more. The monitor of the hold guards what changes.
 * Thread-safe.
 */
public final class Entry extends PhantomReference<Object> {

	private final Hold hold;

	private final LockRequest request;

	private final boolean ofThread;

	/** Whether it is off the thread of its hold. */
	volatile boolean detached;

	/** The one that was opened before it, in the same hold. */
	@Nullable Entry older;

	private volatile @Nullable StackTraceElement acquiredAt;

	/**
	 * Prepare the entry of a handle.
	 * @param handle its owner
	 * @param queue is told when nobody can reach the handle any more
	 * @param detached whether it is off the thread of its hold
	 */
	public Entry(Object handle, ReferenceQueue<Object> queue, Hold hold, LockRequest request, boolean detached) {
		super(handle, queue);
		this.hold = hold;
		this.request = request;
		this.ofThread = false;
		this.detached = detached;
	}

	/** Prepare the entry of a thread that has it as a JDK lock. */
	Entry(Hold hold, LockRequest request) {
		super(hold, null);
		this.hold = hold;
		this.request = request;
		this.ofThread = true;
	}

	/** What was entered. */
	public Hold hold() {
		return this.hold;
	}

	/** What its owner has asked for. */
	LockRequest request() {
		return this.request;
	}

	/** Whether a thread has it as a JDK lock. */
	public boolean isOfThread() {
		return this.ofThread;
	}

	/** Remember where the lock was acquired. */
	public void acquiredAt(@Nullable StackTraceElement where) {
		this.acquiredAt = where;
	}

	/** Where the lock was acquired, if that is known. */
	public @Nullable StackTraceElement acquiredAt() {
		return this.acquiredAt;
	}

	/** From now on its owner has to leave it. */
	public void open() {
		this.hold.open(this);
	}

	/** Whether it is off the thread of its hold. */
	public boolean isDetached() {
		return this.detached;
	}

	/** Take it off the thread. */
	public void detach() {
		this.hold.detach(this);
	}

	/** Leave it; once more does nothing. */
	public CompletionStage<Void> leave() {
		return this.hold.leave(this);
	}

	/** Its owner has got nothing: somebody else leaves what it stands for. */
	public void disown() {
		this.hold.close(this);
	}

	/** Leave it for an owner that nobody can reach any more. */
	public void drop() {
		this.hold.drop(this);
	}

}
