package io.github.lockstarter.sample.storm;

import java.lang.management.ManagementFactory;
import java.util.List;

import io.github.lockstarter.sample.infrastructure.SharedInfrastructure;
import org.junit.jupiter.api.Test;

import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

import static org.assertj.core.api.Assertions.assertThat;

class WorkerCommandTests {

	@Test
	void leadsTheWorkerToTheSameRedisAndDatabase() {
		assertThat(command().environment()).containsEntry("SPRING_DATA_REDIS_HOST", "redis.test")
			.containsEntry("SPRING_DATA_REDIS_PORT", "6380")
			.containsEntry("SPRING_DATA_REDIS_PASSWORD", "of Redis")
			.containsEntry("SPRING_DATASOURCE_URL", "jdbc:h2:tcp://localhost/mem:x")
			.containsEntry("SPRING_DATASOURCE_USERNAME", "sa")
			.containsEntry("SPRING_DATASOURCE_PASSWORD", "of the database");
		assertThat(command().command()).contains("--spring.profiles.active=worker,watched",
				"--sample.instance=worker-2");
	}

	@Test
	void showsNoPasswordOnTheCommandLine() {
		assertThat(command("--spring.data.redis.password=of Redis", "--spring.datasource.password=of the database")
			.command()).noneMatch((argument) -> argument.contains("of Redis") || argument.contains("of the database"));
	}

	@Test
	void passesPropertiesOnButNeverTwice() {
		List<String> command = command("--exit", "--spring.data.redis.port=6380", "--sample.instance=x",
				"--sample.think-time=1ms")
			.command();
		assertThat(command).contains("--sample.think-time=1ms").doesNotContain("--exit", "--sample.instance=x");
		assertThat(command).filteredOn((argument) -> argument.startsWith("--sample.instance")).hasSize(1);
		assertThat(command).noneMatch((argument) -> argument.startsWith("--spring.data.redis.port"));
	}

	@Test
	void givesTheWorkerTheOptionsOfItsOwnJvm() {
		List<String> own = ManagementFactory.getRuntimeMXBean()
			.getInputArguments()
			.stream()
			.filter((option) -> option.startsWith("-XX:"))
			.toList();
		assertThat(own).isNotEmpty();
		assertThat(command().command()).containsAll(own);
	}

	private static ProcessBuilder command(String... arguments) {
		return new WorkerCommand(new DefaultApplicationArguments(arguments),
				new SharedInfrastructure(new Redis(), new Database()))
			.forWorker(2, WorkerKind.WATCHED);
	}

	private static final class Redis implements DataRedisConnectionDetails {

		@Override
		public Standalone getStandalone() {
			return Standalone.of("redis.test", 6380);
		}

		@Override
		public String getPassword() {
			return "of Redis";
		}

	}

	private static final class Database implements JdbcConnectionDetails {

		@Override
		public String getUsername() {
			return "sa";
		}

		@Override
		public String getPassword() {
			return "of the database";
		}

		@Override
		public String getJdbcUrl() {
			return "jdbc:h2:tcp://localhost/mem:x";
		}

	}

}
