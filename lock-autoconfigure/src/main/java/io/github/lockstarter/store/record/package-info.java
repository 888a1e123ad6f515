/**
 * What a store keeps of a lock if it has no rules of its own: a record that answers
 * requests, without a clock, a thread or a network.
 */
@NullMarked
package io.github.lockstarter.store.record;

import org.jspecify.annotations.NullMarked;
