/**
 * Orders and stock, which the lock protects.
 */
@NullMarked
package io.github.lockstarter.sample.order;

import org.jspecify.annotations.NullMarked;
