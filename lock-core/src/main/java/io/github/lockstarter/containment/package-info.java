/**
 * What fails in one place and must not harm another: listeners and log messages, whose
 * failures are contained, logs that block, and stacks that may overflow, which are probed
 * first.
 */
@NullMarked
package io.github.lockstarter.containment;

import org.jspecify.annotations.NullMarked;
