/**
 * Work that costs no word to Redis, measured with JMH.
 */
@NullMarked
package io.github.lockstarter.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
