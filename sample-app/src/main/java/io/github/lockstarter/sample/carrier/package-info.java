/**
 * A carrier that takes a few parcels at a time: a semaphore.
 */
@NullMarked
package io.github.lockstarter.sample.carrier;

import org.jspecify.annotations.NullMarked;
