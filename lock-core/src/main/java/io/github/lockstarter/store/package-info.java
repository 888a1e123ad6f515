/**
 * The interface to a shared store: a few atomic operations, each identified so that it
 * may be repeated.
 */
@NullMarked
package io.github.lockstarter.store;

import org.jspecify.annotations.NullMarked;
