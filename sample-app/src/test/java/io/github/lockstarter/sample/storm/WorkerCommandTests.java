package io.github.lockstarter.sample.storm;

import java.util.List;

import io.github.lockstarter.sample.infrastructure.SharedInfrastructure;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

import static org.assertj.core.api.Assertions.assertThat;

class WorkerCommandTests {

	@Test
	void leadsTheWorkerToTheSameRedisAndDatabase() {
		assertThat(command()).contains("--spring.data.redis.host=redis.test", "--spring.data.redis.port=6380",
				"--spring.datasource.url=jdbc:h2:tcp://localhost/mem:x", "--spring.datasource.username=sa",
				"--spring.profiles.active=worker,watched", "--sample.instance=worker-2");
	}

	@Test
	void passesPropertiesOnButNeverTwice() {
		List<String> command = command("--exit", "--spring.data.redis.port=6380", "--sample.instance=x",
				"--sample.think-time=1ms");
		assertThat(command).contains("--sample.think-time=1ms").doesNotContain("--exit", "--sample.instance=x");
		assertThat(command).filteredOn((argument) -> argument.startsWith("--spring.data.redis.port")).hasSize(1);
	}

	private static List<String> command(String... arguments) {
		return new WorkerCommand(new DefaultApplicationArguments(arguments),
				new SharedInfrastructure(new Redis(), new Database()))
			.forWorker(2, WorkerKind.WATCHED);
	}

	private static final class Redis implements DataRedisConnectionDetails {

		@Override
		public Standalone getStandalone() {
			return Standalone.of("redis.test", 6380);
		}

	}

	private static final class Database implements JdbcConnectionDetails {

		@Override
		public String getUsername() {
			return "sa";
		}

		@Override
		public @Nullable String getPassword() {
			return null;
		}

		@Override
		public String getJdbcUrl() {
			return "jdbc:h2:tcp://localhost/mem:x";
		}

	}

}
