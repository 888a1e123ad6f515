/**
 * Keeps a failure in one place from harming another. What listeners and log messages
 * throw is contained, logs that block are written on a thread of their own, and a stack
 * that may overflow is probed first.
 */
@NullMarked
package io.github.lockstarter.containment;

import org.jspecify.annotations.NullMarked;
