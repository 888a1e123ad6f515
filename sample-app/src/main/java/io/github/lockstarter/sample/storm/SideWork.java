package io.github.lockstarter.sample.storm;

import io.github.lockstarter.sample.carrier.CarrierService;

/**
 * The work beside the orders, according to the database.
 *
 * @param counts the number of stock counts
 * @param wrongCounts the number of counts that did not match the shipped pieces
 * @param readersAtOnce the largest number of counts of one item at the same time
 * @param parcels the number of parcels handed to the carrier
 * @param parcelsAtOnce the largest number of them at the same time
 * @param transfers the number of paid orders
 * @param receipts the number of printed receipts
 * @param wrongReceipts the number of receipts whose number was used before
 * @param overtaken the number of customers who got their receipt after one who came
 * clearly later
 * @param difference the change of all accounts together
 */
public record SideWork(long counts, long wrongCounts, long readersAtOnce, long parcels, long parcelsAtOnce,
		long transfers, long receipts, long wrongReceipts, long overtaken, long difference) {

	/**
	 * Whether all counts were right, the carrier never had too much to take, each receipt
	 * has its own number, and no money was made or lost.
	 * @return whether it is exact
	 */
	public boolean isExact() {
		return this.wrongCounts == 0 && this.parcelsAtOnce <= CarrierService.CAPACITY && this.wrongReceipts == 0
				&& this.difference == 0;
	}

}
