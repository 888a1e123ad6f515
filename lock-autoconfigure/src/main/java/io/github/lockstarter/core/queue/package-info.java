/**
 * The queue for each lock inside this JVM, and what it asks the store for: a gate for
 * each lock, whose conversation with the store is one state machine.
 */
@NullMarked
package io.github.lockstarter.core.queue;

import org.jspecify.annotations.NullMarked;
