/**
 * The child JVM that works under the locks of one contender.
 */
@NullMarked
package io.github.lockstarter.benchmarks.worker;

import org.jspecify.annotations.NullMarked;
