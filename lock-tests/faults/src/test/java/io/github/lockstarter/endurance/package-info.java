/**
 * An hour of random faults while child JVMs work under thousands of locks: what must be
 * as it was in the beginning when all is over.
 */
@NullMarked
package io.github.lockstarter.endurance;

import org.jspecify.annotations.NullMarked;
