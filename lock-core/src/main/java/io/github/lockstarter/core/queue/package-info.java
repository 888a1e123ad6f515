/**
 * The queue for each lock inside this JVM, and what it asks the store for: a gate, by
 * which one thread at a time comes to the queue, whose conversation with the store is one
 * state machine.
 */
@NullMarked
package io.github.lockstarter.core.queue;

import org.jspecify.annotations.NullMarked;
