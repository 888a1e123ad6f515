package io.github.lockstarter.core.queue;

import java.util.function.Supplier;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Turn;
import org.jspecify.annotations.Nullable;

/**
 * View of a queue for its conversation with the store. Called under the gate's mutex, but
 * for {@link #alone}.
 */
interface HeadOfLine {

	/** Do something under the gate's mutex. Not called under it. */
	void alone(Runnable action);

	/** The waiter to ask for; {@code null} if nothing is to be asked. */
	@Nullable Waiter head();

	/** A turn of this JVM begins; the head is about to hold the lock. */
	Turn begin(Granted granted, Waiter head);

	/** The head holds the lock. */
	void serve(Turn begun, Waiter head);

	/**
	 * Nobody waited for a share that was granted to the head: if this JVM has one that
	 * readers may join, the head joins it, and the new one is not needed.
	 */
	boolean joins(Waiter head);

	/** Whether this JVM has the lock, alone or with others. */
	boolean hasTurns();

	/** Whether this acquisition is a turn of this JVM. */
	boolean holds(long sequence);

	/** Let a waiter go that has to ask again. */
	void passOver(Waiter waiter);

	/** Refuse all that don't wait for other holders. */
	void refuseImpatient(Supplier<Refusal> refusal);

	void refuseAll(Refusal refusal);

	/** Do something when the mutex is free. */
	void later(Runnable effect);

}
