package io.github.lockstarter.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A job on three machines whose clocks differ.
 */
@Full
class ScheduledJobIntegrationTests {

	private static final int TURNS = 6;

	/** Several times are cut to milliseconds. */
	private static final int ROUNDING = 5;

	private final String key = "scheduled:" + UUID.randomUUID();

	@TempDir
	private Path directory;

	/**
	 * A machine that is busy may be later still, and run it again when that time is over.
	 */
	@Test
	void aTurnIsNotRunAgainWhileTheLockIsKept() throws IOException {
		List<Run> runs = run("1s");
		for (int i = 1; i < runs.size(); i++) {
			assertThat(runs.get(i).ranAt() - runs.get(i - 1).dueAt()).isGreaterThan(1000 - ROUNDING);
		}
	}

	@Test
	void aQuickJobRunsAgainOnALateMachineIfItIsNotKept() throws IOException {
		List<Run> runs = run("0s");
		assertThat(runs.stream().map(Run::turn).distinct().count()).isLessThan(runs.size());
	}

	private List<Run> run(String least) throws IOException {
		Path file = Files.createFile(this.directory.resolve("turns"));
		List<ChildJvm> machines = Stream.of(0, 200, 400)
			.map((late) -> ChildArchive.start(ScheduledChild.class, EmbeddedRedis.shared().port(), file, late, least,
					this.key))
			.toList();
		try {
			machines.forEach((machine) -> machine.await("READY"));
			int before = runs(file).size();
			await().atMost(Duration.ofSeconds(60)).until(() -> runs(file).size() >= before + TURNS);
			List<Run> runs = runs(file);
			return runs.subList(before, runs.size());
		}
		finally {
			machines.forEach(ChildJvm::kill);
		}
	}

	private static List<Run> runs(Path file) throws IOException {
		return Files.readAllLines(file).stream().map(Run::parse).toList();
	}

	/**
	 * What a machine has noted.
	 *
	 * @param dueAt when it asked for the lock, in ms
	 * @param ranAt when it had it, in ms
	 */
	private record Run(long turn, long dueAt, long ranAt) {

		static Run parse(String line) {
			String[] words = line.split(" ");
			return new Run(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
		}

	}

}
