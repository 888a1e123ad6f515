/**
 * The store on Redis, over Lettuce.
 */
@NullMarked
package io.github.lockstarter.store.redis;

import org.jspecify.annotations.NullMarked;
