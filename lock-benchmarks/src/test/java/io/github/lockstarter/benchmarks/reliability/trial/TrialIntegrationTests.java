package io.github.lockstarter.benchmarks.reliability.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.benchmarks.BrokenContender;
import io.github.lockstarter.benchmarks.reliability.fault.Fault;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Trials that are too short to find rare defects, but long enough to see that a lock that
 * is broken is found, and one that is not is left in peace.
 */
@Full
class TrialIntegrationTests {

	private static final Pace SHORT = new Pace(Duration.ofMillis(200), Duration.ofSeconds(30), Duration.ofSeconds(1),
			Duration.ofMillis(200), Duration.ZERO);

	@TempDir
	private Path directory;

	@Test
	void whatABrokenLockDoesIsSeenAndASoundOneIsNotBlamed() {
		CompletableFuture<Map<String, Double>> broken = figures("broken", BrokenContender.class.getName());
		assertThat(figures("sound", "lock-starter").join()).containsEntry(Figures.VIOLATIONS, 0.0)
			.containsEntry(Figures.LOST_PLAIN, 0.0)
			.containsEntry(Figures.LOST_FENCED, 0.0)
			.containsEntry(Figures.STUCK, 0.0)
			.hasEntrySatisfying(Figures.HOLDS, (holds) -> assertThat(holds).isPositive())
			.hasEntrySatisfying(Figures.BACK, (back) -> assertThat(back).isFinite());
		for (String harm : new String[] { Figures.VIOLATIONS, Figures.LOST_PLAIN, Figures.LOST_FENCED }) {
			assertThat(broken.join().get(harm)).as(harm).isPositive();
		}
	}

	private CompletableFuture<Map<String, Double>> figures(String name, String contender) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return new Trial(contender, Fault.of("server-connections-cut"), SHORT)
					.run(this.directory.resolve(name));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}, (task) -> new Thread(task).start());
	}

}
