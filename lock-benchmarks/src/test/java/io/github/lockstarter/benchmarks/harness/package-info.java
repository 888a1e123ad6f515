/**
 * Runs of all contenders, and what is measured.
 */
@NullMarked
package io.github.lockstarter.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
