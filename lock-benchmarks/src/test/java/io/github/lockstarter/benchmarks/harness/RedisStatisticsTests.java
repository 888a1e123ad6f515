package io.github.lockstarter.benchmarks.harness;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RedisStatisticsTests {

	@Test
	void theDifferenceOfTwoAnswersOfInfo() {
		RedisStatistics before = RedisStatistics.parse("""
				# Server
				redis_version:7.0.15
				total_commands_processed:100
				total_net_input_bytes:1000
				total_net_output_bytes:2000
				used_cpu_sys:1.5
				used_cpu_user:2.5
				""");
		RedisStatistics after = RedisStatistics.parse("""
				redis_version:7.0.15
				total_commands_processed:150
				total_net_input_bytes:1400
				total_net_output_bytes:2100
				used_cpu_sys:1.75
				used_cpu_user:3
				""");
		Map<String, Double> used = Server.difference(before.totals(), after.totals());
		assertThat(used).containsEntry(Metrics.CALLS, 50.0).containsEntry(Metrics.BYTES, 500.0);
		assertThat(used.get(Metrics.CPU)).isCloseTo(750_000.0, within(1e-3));
	}

}
