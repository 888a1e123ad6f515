package io.github.lockstarter.benchmarks.harness;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Target;

/**
 * Servers that keep the locks: one, or several that decide together.
 */
interface Server extends AutoCloseable {

	/**
	 * Target for contenders.
	 * @return the target
	 */
	Target target();

	/**
	 * Its version.
	 * @return the version
	 */
	String version();

	/**
	 * Resources used since it was started.
	 * @return totals, by the metric that reports them for each acquisition
	 */
	Map<String, Double> used();

	/**
	 * Count the commands that clients send from now on.
	 * @return what counts them, to be closed; nothing if they can't be counted
	 */
	List<RedisMonitor> monitors();

	@Override
	void close();

	/**
	 * Resources used between two moments.
	 * @param before the totals of the earlier moment
	 * @param after those of the later moment
	 * @return the differences
	 */
	static Map<String, Double> difference(Map<String, Double> before, Map<String, Double> after) {
		Map<String, Double> difference = new HashMap<>(after);
		before.forEach((metric, value) -> difference.merge(metric, -value, Double::sum));
		return difference;
	}

}
