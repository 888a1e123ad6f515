/**
 * Short trials, and their figures.
 */
@NullMarked
package io.github.lockstarter.benchmarks.reliability.trial;

import org.jspecify.annotations.NullMarked;
