/**
 * Starts Redis and the workers, in turns, and gathers what they measured.
 */
@NullMarked
package io.github.lockstarter.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
