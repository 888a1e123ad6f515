/**
 * Turns measurements into Markdown and plots.
 */
@NullMarked
package io.github.lockstarter.benchmarks.report;

import org.jspecify.annotations.NullMarked;
