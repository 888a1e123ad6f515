/**
 * Assertions on recorded locks, for AssertJ.
 */
@NullMarked
package io.github.lockstarter.test.assertj;

import org.jspecify.annotations.NullMarked;
