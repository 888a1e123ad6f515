package io.github.lockstarter.core.hold;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

import org.jspecify.annotations.Nullable;

/**
 * An entry into a hold, with the owner that leaves it: a handle, or a thread that has the
 * lock as one of the JDK. The owner is only watched. The monitor of the hold's entries
 * guards all changes.
 */
final class Entry extends PhantomReference<Object> {

	private final Hold hold;

	final LockRequest request;

	/** Whether it is off the thread of the hold. */
	boolean detached;

	/** The next older one of the same hold. */
	@Nullable Entry older;

	/**
	 * Create an entry.
	 * @param queue is told when nobody can reach the owner any more
	 */
	Entry(Object owner, @Nullable ReferenceQueue<Object> queue, Hold hold, LockRequest request) {
		super(owner, queue);
		this.hold = hold;
		this.request = request;
	}

	/** Request of its owner. */
	LockRequest request() {
		return this.request;
	}

	/** Leave it for an owner that can't do so any more. */
	void drop() {
		this.hold.drop(this);
	}

}
