/**
 * Short runs of the benchmarks.
 */
@NullMarked
package io.github.lockstarter.benchmarks;

import org.jspecify.annotations.NullMarked;
