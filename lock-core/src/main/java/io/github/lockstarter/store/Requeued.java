package io.github.lockstarter.store;

/**
 * A store's answers about an acquisition that was finished and the one that followed it
 * in the same step.
 *
 * @param released how the first one finished
 * @param next the state of the other
 */
public record Requeued(StoreAnswer released, StoreAnswer next) {
}
