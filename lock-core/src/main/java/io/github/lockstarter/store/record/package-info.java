/**
 * The record of a lock for stores without rules of their own: it answers requests,
 * without a clock, a thread or a network.
 */
@NullMarked
package io.github.lockstarter.store.record;

import org.jspecify.annotations.NullMarked;
