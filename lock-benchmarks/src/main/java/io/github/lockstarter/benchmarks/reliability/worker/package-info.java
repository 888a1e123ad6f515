/**
 * Child JVMs of a trial: callers that write down what they see.
 */
@NullMarked
package io.github.lockstarter.benchmarks.reliability.worker;

import org.jspecify.annotations.NullMarked;
