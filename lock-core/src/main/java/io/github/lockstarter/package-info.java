/**
 * Distributed locks for Spring: the annotation
 * {@link io.github.lockstarter.DistributedLock @DistributedLock}, the programmatic
 * {@link io.github.lockstarter.LockClient}, and the exceptions that both throw.
 */
@NullMarked
package io.github.lockstarter;

import org.jspecify.annotations.NullMarked;
