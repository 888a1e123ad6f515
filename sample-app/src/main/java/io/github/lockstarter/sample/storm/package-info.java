/**
 * Many orders at once, handled by several processes, with and without the lock.
 */
@NullMarked
package io.github.lockstarter.sample.storm;

import org.jspecify.annotations.NullMarked;
