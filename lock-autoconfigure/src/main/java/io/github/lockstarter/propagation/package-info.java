/**
 * Carries the locks under which code runs from thread to thread, wherever Micrometer's
 * context propagation is active.
 */
@NullMarked
package io.github.lockstarter.propagation;

import org.jspecify.annotations.NullMarked;
