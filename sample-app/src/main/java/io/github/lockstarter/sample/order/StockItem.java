package io.github.lockstarter.sample.order;

/**
 * An item in stock.
 *
 * @param itemId its id
 * @param name its name
 * @param initialQuantity how many pieces there were at first
 * @param quantity how many pieces the stock says are left
 */
public record StockItem(String itemId, String name, int initialQuantity, int quantity) {
}
