/**
 * The live page: orders, stock and locks, as they change.
 */
@NullMarked
package io.github.lockstarter.sample.live;

import org.jspecify.annotations.NullMarked;
