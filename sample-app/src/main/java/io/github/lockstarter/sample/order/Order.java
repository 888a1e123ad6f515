package io.github.lockstarter.sample.order;

/**
 * An order for some pieces of one item.
 *
 * @param id its number
 * @param itemId the ordered item
 * @param quantity the number of pieces
 */
public record Order(long id, String itemId, int quantity) {
}
