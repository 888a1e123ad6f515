/**
 * Many orders at once, which several processes work through, with and without the lock.
 */
@NullMarked
package io.github.lockstarter.sample.storm;

import org.jspecify.annotations.NullMarked;
