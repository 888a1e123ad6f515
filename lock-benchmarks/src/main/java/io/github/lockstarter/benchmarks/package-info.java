/**
 * Contenders of the benchmarks, and their common interface.
 */
@NullMarked
package io.github.lockstarter.benchmarks;

import org.jspecify.annotations.NullMarked;
