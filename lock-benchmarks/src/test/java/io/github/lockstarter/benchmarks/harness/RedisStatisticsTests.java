package io.github.lockstarter.benchmarks.harness;

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
		RedisStatistics spent = after.since(before);
		assertThat(spent.calls()).isEqualTo(50);
		assertThat(spent.bytesIn()).isEqualTo(400);
		assertThat(spent.bytesOut()).isEqualTo(100);
		assertThat(spent.cpuSeconds()).isCloseTo(0.75, within(1e-9));
	}

}
