/**
 * Resources that the engine takes from the machine it runs on: time, threads and chance.
 * Nothing else in the engine reads a clock, starts a thread or rolls dice, so that it can
 * run in simulated time.
 */
@NullMarked
package io.github.lockstarter.core.platform;

import org.jspecify.annotations.NullMarked;
