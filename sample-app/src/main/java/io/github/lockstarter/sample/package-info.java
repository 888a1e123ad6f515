/**
 * An application that oversells its stock without a lock, and does not with one.
 */
@NullMarked
package io.github.lockstarter.sample;

import org.jspecify.annotations.NullMarked;
