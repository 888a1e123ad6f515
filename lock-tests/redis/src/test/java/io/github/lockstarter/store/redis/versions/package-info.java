/**
 * Instances of several versions that share locks.
 */
@NullMarked
package io.github.lockstarter.store.redis.versions;

import org.jspecify.annotations.NullMarked;
