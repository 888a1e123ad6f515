package io.github.lockstarter.benchmarks.harness;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RedisStatisticsTests {

	@Test
	void theTimeOfScriptsIsThatOfAllWaysToRunThem() {
		assertThat(RedisStatistics.scriptMicros("""
				# Commandstats
				cmdstat_eval:calls=1,usec=200,usec_per_call=200.00,rejected_calls=0,failed_calls=0
				cmdstat_get:calls=9,usec=50,usec_per_call=5.55,rejected_calls=0,failed_calls=0
				cmdstat_evalsha:calls=4,usec=34,usec_per_call=8.50,rejected_calls=0,failed_calls=1
				""")).isEqualTo(234);
	}

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
