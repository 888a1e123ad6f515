/**
 * Locks side by side under faults: what runs the trials, and reports them.
 */
@NullMarked
package io.github.lockstarter.benchmarks.reliability;

import org.jspecify.annotations.NullMarked;
