/**
 * What child JVMs saw of their locks, and the checks whether that can be right.
 */
@NullMarked
package io.github.lockstarter.faults.history;

import org.jspecify.annotations.NullMarked;
