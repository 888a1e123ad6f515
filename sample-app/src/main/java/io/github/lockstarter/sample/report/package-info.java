/**
 * A scheduled job that one instance runs and the others skip.
 */
@NullMarked
package io.github.lockstarter.sample.report;

import org.jspecify.annotations.NullMarked;
