/**
 * What a worker counts.
 */
@NullMarked
package io.github.lockstarter.benchmarks.worker;

import org.jspecify.annotations.NullMarked;
