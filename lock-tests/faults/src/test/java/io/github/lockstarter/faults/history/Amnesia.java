package io.github.lockstarter.faults.history;

/**
 * A time in which the store lost its data, of {@link System#nanoTime()}.
 *
 * @param from before it was lost
 * @param until after it was lost
 */
public record Amnesia(long from, long until) {
}
