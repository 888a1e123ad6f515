package io.github.lockstarter.sample.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@DisabledOnOs(OS.WINDOWS)
class FrozenProcessTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final Process process = start("sh", "-c", "read line");

	@AfterEach
	void end() {
		this.process.destroyForcibly();
	}

	@Test
	void standsStillUntilClosed() {
		FrozenProcess frozen = new FrozenProcess(this.process.pid());
		await().atMost(PATIENCE).until(this::isStopped);
		frozen.close();
		await().atMost(PATIENCE).until(() -> !isStopped());
		assertThat(this.process.isAlive()).isTrue();
	}

	@Test
	void goesOnWhenTheOneThatFrozeItIsKilled() throws IOException {
		Process freezing = start(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), FreezingProcess.class.getName(),
				Long.toString(this.process.pid()));
		assertThat(freezing.inputReader().readLine()).isEqualTo("frozen");
		await().atMost(PATIENCE).until(this::isStopped);
		freezing.destroyForcibly();
		await().atMost(PATIENCE).until(() -> !isStopped());
		assertThat(this.process.isAlive()).isTrue();
	}

	@Test
	void aProcessThatIsNotThereCantBeFrozen() {
		this.process.destroyForcibly().onExit().join();
		assertThatIllegalStateException().isThrownBy(() -> new FrozenProcess(this.process.pid()))
			.withMessageContaining("can't be stopped");
	}

	private boolean isStopped() {
		try {
			Process ps = start("ps", "-o", "stat=", "-p", Long.toString(this.process.pid()));
			return new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).startsWith("T");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Process start(String... command) {
		try {
			return new ProcessBuilder(List.of(command)).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
