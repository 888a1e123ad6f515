package io.github.lockstarter.benchmarks.harness;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers from Redis's INFO.
 *
 * @param version the version of Redis
 * @param calls the commands that were run, those inside scripts included
 * @param bytesIn what clients sent
 * @param bytesOut what was sent to clients
 * @param cpuSeconds how long Redis computed
 */
record RedisStatistics(String version, long calls, long bytesIn, long bytesOut, double cpuSeconds) {

	private static final double MICROS_PER_SECOND = 1e6;

	/** The time of scripts, from the section {@code commandstats}. */
	static long scriptMicros(String commandStatistics) {
		return commandStatistics.lines()
			.filter((line) -> line.startsWith("cmdstat_eval"))
			.mapToLong((line) -> Long.parseLong(line.replaceFirst(".*,usec=(\\d+),.*", "$1")))
			.sum();
	}

	static RedisStatistics parse(String info) {
		Map<String, String> fields = new HashMap<>();
		info.lines().filter((line) -> line.contains(":")).forEach((line) -> {
			String[] field = line.split(":", 2);
			fields.put(field[0], field[1].trim());
		});
		return new RedisStatistics(fields.getOrDefault("redis_version", "unknown"),
				number(fields, "total_commands_processed"), number(fields, "total_net_input_bytes"),
				number(fields, "total_net_output_bytes"),
				seconds(fields, "used_cpu_user") + seconds(fields, "used_cpu_sys"));
	}

	private static long number(Map<String, String> fields, String name) {
		return Long.parseLong(fields.getOrDefault(name, "0"));
	}

	private static double seconds(Map<String, String> fields, String name) {
		return Double.parseDouble(fields.getOrDefault(name, "0"));
	}

	/** By the metrics that report them for each acquisition. */
	Map<String, Double> totals() {
		return Map.of(Metrics.CALLS, (double) this.calls, Metrics.BYTES, (double) this.bytesIn + this.bytesOut,
				Metrics.CPU, MICROS_PER_SECOND * this.cpuSeconds);
	}

}
