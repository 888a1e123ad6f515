package io.github.lockstarter.sample.order;

/**
 * The outcome of one attempt to process an order.
 *
 * @param begun when the body began to run, as {@link System#nanoTime()}
 * @param shipped whether this attempt shipped it
 */
public record Processing(long begun, boolean shipped) {
}
