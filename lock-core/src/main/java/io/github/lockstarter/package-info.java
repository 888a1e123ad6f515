/**
 * Distributed locks: the client {@link io.github.lockstarter.LockClient}, its builder,
 * the annotation {@link io.github.lockstarter.DistributedLock @DistributedLock} for
 * applications of Spring, and the exceptions that both throw.
 */
@NullMarked
package io.github.lockstarter;

import org.jspecify.annotations.NullMarked;
