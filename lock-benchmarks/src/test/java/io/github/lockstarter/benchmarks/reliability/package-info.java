/**
 * What the report of the faults is made of.
 */
@NullMarked
package io.github.lockstarter.benchmarks.reliability;

import org.jspecify.annotations.NullMarked;
