package io.github.lockstarter.sample.storm;

import io.github.lockstarter.sample.carrier.CarrierService;

/**
 * What the database says of the work beside the orders.
 *
 * @param counts how often stock was taken
 * @param wrongCounts how often it did not match what was shipped
 * @param parcels how many parcels were handed to the carrier
 * @param parcelsAtOnce how many of them at the same time, at most
 * @param transfers how many orders were paid
 * @param receipts how many receipts the till printed
 * @param wrongReceipts how many of them have a number that was used before
 * @param difference by how much all accounts together have changed
 */
public record SideWork(long counts, long wrongCounts, long parcels, long parcelsAtOnce, long transfers, long receipts,
		long wrongReceipts, long difference) {

	/**
	 * Whether all counts were right, the carrier never had too much to take, each receipt
	 * got a number of its own, and no money was made or lost.
	 * @return whether it is exact
	 */
	public boolean isExact() {
		return this.wrongCounts == 0 && this.parcelsAtOnce <= CarrierService.CAPACITY && this.wrongReceipts == 0
				&& this.difference == 0;
	}

}
