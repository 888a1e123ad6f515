package io.github.lockstarter.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Ends the packaged application by a signal in the middle of its run.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("full")
class EndedSampleIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(10);

	@TempDir
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = { "TERM", "KILL" })
	void leavesNoProcessAndNoFile(String signal) throws Exception {
		leavesNothing(signal);
	}

	@Test
	void endsWithTheProcessThatStartedItIfAskedTo() throws Exception {
		leavesNothing("KILL", "sh", "-c", "\"$@\"; true", "sh");
	}

	private void leavesNothing(String signal, String... launcher) throws Exception {
		Path temporary = Files.createDirectory(this.directory.resolve("temporary"));
		Path output = this.directory.resolve("output");
		List<String> command = new ArrayList<>(List.of(launcher));
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + temporary,
				"-Dsample.ends-with-parent=" + (launcher.length > 0), "-jar", System.getProperty("sample.jar"),
				"--server.port=0"));
		Process sample = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		try {
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(Files.readString(output)).contains("warming up       [#"));
			assertThat(Files.readAllLines(output)).first().asString().startsWith("Starting the application");
			List<ProcessHandle> started = processesThatKnow(temporary);
			assertThat(started).as("the sample, two workers and Redis").hasSizeGreaterThanOrEqualTo(4);
			assertThat(files(temporary)).isNotEmpty();

			signal(signal, sample);
			await().atMost(PATIENCE).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(files(temporary)).isEmpty());
		}
		finally {
			sample.destroyForcibly();
			processesThatKnow(temporary).forEach(ProcessHandle::destroyForcibly);
		}
	}

	private static void signal(String signal, Process process) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
		assertThat(kill.waitFor()).isZero();
	}

	/**
	 * Those whose command line or executable is below that directory: the JVMs, which are
	 * told of it, and Redis, which runs from there.
	 */
	private static List<ProcessHandle> processesThatKnow(Path directory) {
		return ProcessHandle.allProcesses()
			.filter((process) -> Stream
				.of(process.info().command().stream(), process.info().arguments().stream().flatMap(Stream::of))
				.flatMap((words) -> words)
				.anyMatch((word) -> word.contains(directory.toString())))
			.toList();
	}

	private static List<Path> files(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.toList();
		}
	}

}
