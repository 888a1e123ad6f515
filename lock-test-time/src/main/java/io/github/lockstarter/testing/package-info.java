/**
 * Time for tests that stands still while the JVM stalls
 * ({@link io.github.lockstarter.testing.StallProofTime StallProofTime}), and repeats of
 * tests that a stall has disturbed.
 */
@NullMarked
package io.github.lockstarter.testing;

import org.jspecify.annotations.NullMarked;
