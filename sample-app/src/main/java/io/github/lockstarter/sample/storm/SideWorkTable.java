package io.github.lockstarter.sample.storm;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Results of the work beside the orders as a table for the console.
 */
class SideWorkTable {

	private static final String ROW = "  %-16s  %12s  %13s  %7s  %12s  %9s  %8s  %13s  %18s";

	private final List<StormResult> results;

	SideWorkTable(List<StormResult> results) {
		this.results = results;
	}

	@Override
	public String toString() {
		String header = ROW.formatted("", "stock counts", "counted wrong", "parcels", "most at once", "transfers",
				"receipts", "numbers twice", "money made or lost");
		return this.results.stream()
			.map(SideWorkTable::row)
			.collect(Collectors.joining(System.lineSeparator(), header + System.lineSeparator(), ""));
	}

	private static String row(StormResult result) {
		SideWork work = result.sideWork();
		return ROW.formatted(result.kind().label(), work.counts(), work.wrongCounts(), work.parcels(),
				work.parcelsAtOnce(), work.transfers(), work.receipts(), work.wrongReceipts(), work.difference());
	}

}
