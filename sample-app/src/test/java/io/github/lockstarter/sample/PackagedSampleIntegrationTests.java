package io.github.lockstarter.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the packaged application as a user does.
 */
class PackagedSampleIntegrationTests {

	@TempDir
	private Path directory;

	@Test
	void provesTheLockInTwoProcessesAndLeavesNothingRunning() throws Exception {
		Path output = this.directory.resolve("output");
		Process sample = start(output, "--exit");
		boolean ended = sample.waitFor(3, TimeUnit.MINUTES);
		sample.descendants().forEach(ProcessHandle::destroyForcibly);
		sample.destroyForcibly();

		List<String> lines = Files.readAllLines(output);
		assertThat(ended).as("%s", lines).isTrue();
		assertThat(sample.exitValue()).as("%s", lines).isZero();
		List<Integer> unlocked = numbers(lines, "without a lock ");
		List<Integer> locked = numbers(lines, "@DistributedLock ");
		assertThat(locked.subList(0, 4)).as("placed, processed, processed twice, oversold")
			.containsExactly(400, 400, 0, 0);
		assertThat(unlocked.get(2) + unlocked.get(3)).as("processed twice and oversold").isPositive();
	}

	private static Process start(Path output, String... arguments) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		ProcessBuilder builder = new ProcessBuilder(java, "-jar", System.getProperty("sample.jar"));
		builder.command().addAll(List.of(arguments));
		return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
	}

	private static List<Integer> numbers(List<String> lines, String label) {
		String row = lines.stream()
			.filter((line) -> line.strip().startsWith(label) && !line.contains("["))
			.findFirst()
			.orElseThrow(() -> new AssertionError("No row '" + label + "' in " + lines));
		return List.of(row.strip().substring(label.length()).strip().split(" +"))
			.subList(0, 4)
			.stream()
			.map(Integer::valueOf)
			.toList();
	}

}
