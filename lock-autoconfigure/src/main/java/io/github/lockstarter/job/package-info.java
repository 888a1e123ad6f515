/**
 * Jobs: what became of the last runs of methods that are due again and again, and run
 * under a lock.
 */
@NullMarked
package io.github.lockstarter.job;

import org.jspecify.annotations.NullMarked;
