package io.github.lockstarter.sample.order;

/**
 * An order for some pieces of one item.
 *
 * @param id its number
 * @param itemId what is ordered
 * @param quantity how many
 */
public record Order(long id, String itemId, int quantity) {
}
