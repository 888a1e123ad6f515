package io.github.lockstarter.plain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows that the page on programs without Spring Boot says all that they need.
 */
class DocumentedProgramIntegrationTests {

	private static final String REDIS = "redis://127.0.0.1:" + EmbeddedRedis.shared().port();

	private final DocumentedProgram program;

	DocumentedProgramIntegrationTests(@TempDir Path directory) throws IOException {
		this.program = new DocumentedProgram(directory);
	}

	@Test
	void runsWithTheCoreTheStoreAndLettuceOnTheClassPath() {
		Set<String> brought = UserClassPath.on(System.getProperty("newest-line")).of("lock-redis").keySet();
		assertThat(this.program.artifacts()).contains("lock-redis")
			.filteredOn((artifact) -> !artifact.equals("lock-redis"))
			.containsExactlyInAnyOrderElementsOf(brought);
		assertWorks(this.program.onTheClassPath(REDIS), "null");
	}

	@Test
	void runsWithTheSameJarsOnTheModulePath() {
		assertWorks(this.program.onTheModulePath(REDIS), "com.example.worker");
	}

	private static void assertWorks(List<String> output, String module) {
		assertThat(output.stream().filter((line) -> !line.startsWith("SLF4J"))).containsExactly("module: " + module,
				"beside the worker: false", "the lock is taken", "after the worker: true",
				"refused: The option 'leaseTime' is '1ms', but it has to be from 100ms to ten years. Use a duration"
						+ " like '30s', several times longer than the longest pause you expect.");
	}

}
