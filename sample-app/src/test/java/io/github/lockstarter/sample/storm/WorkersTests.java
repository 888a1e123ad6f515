package io.github.lockstarter.sample.storm;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/**
 * Tests for {@link Workers}.
 */
@Tag("full")
class WorkersTests {

	@Test
	void endWithTheApplicationAlthoughTheyAreWaitedFor() {
		WorkerCommand command = mock(WorkerCommand.class);
		when(command.forWorker(anyInt(), any())).thenReturn(new ProcessBuilder("sleep", "1000"));
		StormProperties properties = mock(StormProperties.class);
		when(properties.processes()).thenReturn(2);
		Workers workers = new Workers(command, properties, JsonMapper.shared());
		AtomicInteger waited = new AtomicInteger();
		CompletableFuture<Void> started = CompletableFuture
			.runAsync(() -> workers.start(WorkerKind.UNWATCHED, waited::incrementAndGet));
		await().until(() -> workers.status().size() == 2 && waited.get() > 1);
		workers.close();
		assertThat(started).failsWithin(Duration.ofMinutes(1))
			.withThrowableThat()
			.isInstanceOf(ExecutionException.class);
		assertThatIllegalStateException().isThrownBy(() -> workers.start(WorkerKind.UNWATCHED, waited::incrementAndGet))
			.withMessage("The application ends, and starts no further processes");
	}

}
