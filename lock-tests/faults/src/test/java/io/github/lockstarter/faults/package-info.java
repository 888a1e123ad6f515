/**
 * Faults done on purpose to processes, to Redis and to the network while child JVMs work
 * under locks, and what must hold all the same.
 */
@NullMarked
package io.github.lockstarter.faults;

import org.jspecify.annotations.NullMarked;
