package io.github.lockstarter.faults.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

import io.github.lockstarter.faults.history.Event.Operation;
import io.github.lockstarter.faults.history.Event.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link History} and its files.
 */
class HistoryTests {

	@TempDir
	private Path directory;

	private static Event event(long nanos) {
		return new Event(nanos, 4711, 2, 7, 1, "lock", Operation.ACQUIRE, Outcome.OK, 42, nanos + 100, 3);
	}

	private void write(Event... events) throws IOException {
		try (HistoryWriter writer = new HistoryWriter(this.directory)) {
			for (Event event : events) {
				writer.write(event);
			}
		}
	}

	@Test
	void whatWasWrittenIsReadInTheOrderOfTime() throws IOException {
		long now = System.nanoTime();
		write(event(now), event(now - 10));
		assertThat(History.read(this.directory).events()).containsExactly(event(now - 10), event(now));
	}

	@Test
	void whatIsWrittenMeanwhileIsLeftOut() throws IOException {
		long now = System.nanoTime();
		write(event(now), event(now + 3_600_000_000_000L));
		assertThat(History.read(this.directory).events()).containsExactly(event(now));
	}

	@Test
	void anIncompleteLineOfAKilledProcessIsLeftOut() throws IOException {
		long now = System.nanoTime();
		write(event(now));
		try (var files = Files.list(this.directory)) {
			Files.writeString(files.findFirst().orElseThrow(), event(now).line().substring(0, 30),
					StandardOpenOption.APPEND);
		}
		assertThat(History.read(this.directory).events()).containsExactly(event(now));
	}

	@Test
	void theNextGrantIsTheFirstAfterAMoment() {
		History history = new HistoryBuilder().acquire(1, 0, 1, 1, 101).acquire(2, 5, 9, 2, 109).build();
		assertThat(history.firstGrantAfter(0)).hasValue(1);
		assertThat(history.firstGrantAfter(1)).hasValue(9);
		assertThat(history.firstGrantAfter(9)).isEmpty();
	}

	@Test
	void aCallThatNeverReturnedIsFoundUnlessItsProcessWasKilled() {
		History history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.failToAcquire(2, 5, 20, Outcome.INVOKE)
			.failToAcquire(3, 6, 21, Outcome.FAIL)
			.build();
		assertThat(history.unanswered(Set.of(1L, 2L, 3L))).singleElement()
			.satisfies((event) -> assertThat(event.process()).isEqualTo(2));
		assertThat(history.unanswered(Set.of(1L, 3L))).isEmpty();
	}

	@Test
	void aThreadThatAsksInVainFromAMomentOnIsFound() {
		History history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.passOn(1, 0, 5, 16, 2, 116)
			.failToAcquire(2, 5, 20, Outcome.FAIL)
			.build();
		assertThat(history.unserved(Set.of(1L, 2L), 0)).containsExactly("2/0");
		assertThat(history.unserved(Set.of(1L, 2L), 15)).containsExactly("2/0");
		assertThat(history.unserved(Set.of(1L, 2L), 20)).isEmpty();
		assertThat(history.unserved(Set.of(1L), 0)).isEmpty();
	}

	@Test
	void aThreadThatWaitsForEverIsFound() {
		History history = new HistoryBuilder().failToAcquire(1, 0, 1, Outcome.INVOKE).acquire(2, 0, 1, 1, 101).build();
		assertThat(history.unserved(Set.of(1L, 2L), 50)).containsExactly("1/0");
	}

}
