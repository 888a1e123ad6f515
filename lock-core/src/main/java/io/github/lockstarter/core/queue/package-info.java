/**
 * The queue for each lock inside this JVM, and what it asks the store for:
 * {@code LockQueue} decides, under its mutex, with a line of waiters, a hand-over to the
 * next thread, and a dialog with the store that is one state machine.
 */
@NullMarked
package io.github.lockstarter.core.queue;

import org.jspecify.annotations.NullMarked;
