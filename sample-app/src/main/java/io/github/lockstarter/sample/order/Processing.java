package io.github.lockstarter.sample.order;

/**
 * What came of one attempt to work an order off.
 *
 * @param begun when the body began to run, as {@link System#nanoTime()}
 * @param shipped whether this attempt shipped it
 */
public record Processing(long begun, boolean shipped) {
}
