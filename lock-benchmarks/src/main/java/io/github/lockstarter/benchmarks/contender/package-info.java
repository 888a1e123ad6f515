/**
 * The contenders, one class each.
 */
@NullMarked
package io.github.lockstarter.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
