package io.github.lockstarter.sample.storm;

import java.util.Arrays;
import java.util.Collection;

/**
 * Percentiles by nearest rank.
 */
class Percentiles {

	private final long[] sorted;

	Percentiles(Collection<Long> values) {
		this.sorted = values.stream().mapToLong(Long::longValue).toArray();
		Arrays.sort(this.sorted);
	}

	long at(double percent) {
		if (this.sorted.length == 0) {
			return 0;
		}
		int rank = (int) Math.ceil(percent / 100 * this.sorted.length);
		return this.sorted[Math.max(rank, 1) - 1];
	}

}
