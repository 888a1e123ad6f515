package io.github.lockstarter.sample.storm;

import java.util.Arrays;
import java.util.Collection;

/**
 * Percentiles by nearest rank.
 */
public class Percentiles {

	private final long[] sorted;

	/**
	 * Sort the values.
	 * @param values the values
	 */
	public Percentiles(Collection<Long> values) {
		this.sorted = values.stream().mapToLong(Long::longValue).toArray();
		Arrays.sort(this.sorted);
	}

	/**
	 * A percentile.
	 * @param percent how many of a hundred values are not above it
	 * @return its value; 0 if there are no values
	 */
	public long at(double percent) {
		if (this.sorted.length == 0) {
			return 0;
		}
		int rank = (int) Math.ceil(percent / 100 * this.sorted.length);
		return this.sorted[Math.max(rank, 1) - 1];
	}

}
