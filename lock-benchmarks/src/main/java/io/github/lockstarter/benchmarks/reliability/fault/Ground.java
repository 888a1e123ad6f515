package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Target;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;

/**
 * The servers of one trial.
 */
public interface Ground extends AutoCloseable {

	/**
	 * Target of contenders.
	 * @param lease how long their locks last
	 * @return the target
	 */
	Target target(Duration lease);

	/**
	 * The servers that have the locks, as far as they can be asked.
	 * @return at least one
	 */
	Stream<EmbeddedRedis> serving();

	/**
	 * Number of keys.
	 * @param part what their names contain
	 * @return their number
	 */
	default long keys(String part) {
		return serving().flatMap((server) -> ClusterNodes.ask(server, (commands) -> commands.keys("*")).stream())
			.filter((key) -> key.contains(part))
			.count();
	}

	/**
	 * Version that Redis reports.
	 * @return the version
	 */
	default String version() {
		return ClusterNodes.ask(serving().findFirst().orElseThrow(), (commands) -> commands.info("server"))
			.lines()
			.filter((line) -> line.startsWith("redis_version:"))
			.map((line) -> line.substring(line.indexOf(':') + 1).trim())
			.findFirst()
			.orElse("?");
	}

	@Override
	void close();

}
