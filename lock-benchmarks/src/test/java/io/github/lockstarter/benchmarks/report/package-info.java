/**
 * The report.
 */
@NullMarked
package io.github.lockstarter.benchmarks.report;

import org.jspecify.annotations.NullMarked;
