/**
 * Jobs: the last runs of methods that run repeatedly, under a lock.
 */
@NullMarked
package io.github.lockstarter.job;

import org.jspecify.annotations.NullMarked;
