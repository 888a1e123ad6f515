package io.github.lockstarter.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A job on three machines whose clocks differ.
 */
class ScheduledJobIntegrationTests {

	private static final int TURNS = 6;

	private final String key = "scheduled:" + UUID.randomUUID();

	@TempDir
	private Path directory;

	@Test
	void eachTurnRunsOnceIfTheLockIsKeptForLongerThanTheClocksDiffer() throws IOException {
		List<Long> turns = run("1s");
		assertThat(turns).doesNotHaveDuplicates();
		assertThat(turns.get(turns.size() - 1) - turns.get(0)).as("no turn is left out").isEqualTo(turns.size() - 1);
	}

	@Test
	void aQuickJobRunsAgainOnALateMachineIfItIsNot() throws IOException {
		assertThat(run("0s").stream().distinct().count()).isLessThan(TURNS);
	}

	private List<Long> run(String least) throws IOException {
		Path file = Files.createFile(this.directory.resolve("turns"));
		List<ChildJvm> machines = Stream.of(0, 200, 400)
			.map((late) -> ChildJvm.start(ScheduledChild.class, EmbeddedRedis.shared().port(), file, late, least,
					this.key))
			.toList();
		try {
			machines.forEach((machine) -> machine.await("READY"));
			await().atMost(Duration.ofSeconds(60)).until(() -> turns(file).size() >= TURNS);
			return turns(file);
		}
		finally {
			machines.forEach(ChildJvm::kill);
		}
	}

	private static List<Long> turns(Path file) throws IOException {
		return Files.readAllLines(file).stream().map(Long::valueOf).toList();
	}

}
