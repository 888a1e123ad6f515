/**
 * One trial: a contender, a fault, and the figures of both.
 */
@NullMarked
package io.github.lockstarter.benchmarks.reliability.trial;

import org.jspecify.annotations.NullMarked;
