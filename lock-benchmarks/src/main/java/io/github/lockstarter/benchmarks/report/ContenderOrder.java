package io.github.lockstarter.benchmarks.report;

import java.util.Comparator;
import java.util.List;

import io.github.lockstarter.benchmarks.Contenders;

/**
 * The order of the report: that of the list of contenders, then by name.
 */
final class ContenderOrder {

	static final Comparator<String> INSTANCE = Comparator.comparingInt(ContenderOrder::place)
		.thenComparing(Comparator.naturalOrder());

	private ContenderOrder() {
	}

	private static int place(String contender) {
		List<String> names = Contenders.names();
		int index = names.indexOf(contender.split(":", -1)[0]);
		return (index >= 0) ? index : names.size();
	}

}
