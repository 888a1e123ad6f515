package io.github.lockstarter.core.queue;

import java.util.function.Consumer;

import io.github.lockstarter.core.hold.Granted;
import io.github.lockstarter.core.hold.Turn;
import org.jspecify.annotations.Nullable;

/**
 * What a conversation with the store needs of its queue. Called under the gate's mutex,
 * but for {@link #alone}.
 */
interface HeadOfLine {

	/** Do something under the gate's mutex. Not called under it. */
	void alone(Runnable action);

	/** The waiter to ask for; {@code null} if nothing is to be asked. */
	@Nullable Waiter head();

	/** A turn of this JVM begins, and the head holds the lock. */
	void begin(Granted granted, Waiter head, Consumer<Turn> watch);

	/** Whether this acquisition is a turn of this JVM. */
	boolean holds(long sequence);

	/** Refuse whoever does not wait for others. */
	void refuseImpatient(Refusal refusal);

	void refuseAll(Refusal refusal);

	/** Do something when the mutex is free. */
	void later(Runnable effect);

}
