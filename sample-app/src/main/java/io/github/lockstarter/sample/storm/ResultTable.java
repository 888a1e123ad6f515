package io.github.lockstarter.sample.storm;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Results as a table for the console.
 */
class ResultTable {

	private static final String ROW = "  %-16s  %13s  %9s  %15s  %8s  %8s  %11s  %11s";

	private final List<StormResult> results;

	ResultTable(List<StormResult> results) {
		this.results = results;
	}

	@Override
	public String toString() {
		String header = ROW.formatted("", "orders placed", "processed", "processed twice", "oversold", "orders/s",
				"wait p50 ms", "wait p99 ms");
		return this.results.stream()
			.map(ResultTable::row)
			.collect(Collectors.joining(System.lineSeparator(), header + System.lineSeparator(), ""));
	}

	private static String row(StormResult result) {
		return ROW.formatted(result.kind().label(), result.placed(), result.processed(), result.processedTwice(),
				result.oversold(), Math.round(result.ordersPerSecond()), decimal(result.waitP50()),
				decimal(result.waitP99()));
	}

	private static String decimal(double value) {
		return String.format(Locale.ROOT, "%.1f", value);
	}

}
