/**
 * Faults, and the servers that they strike.
 */
@NullMarked
package io.github.lockstarter.benchmarks.reliability.fault;

import org.jspecify.annotations.NullMarked;
