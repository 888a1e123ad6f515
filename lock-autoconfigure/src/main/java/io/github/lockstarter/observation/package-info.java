/**
 * Metrics and observations of locks, by Micrometer.
 */
@NullMarked
package io.github.lockstarter.observation;

import org.jspecify.annotations.NullMarked;
