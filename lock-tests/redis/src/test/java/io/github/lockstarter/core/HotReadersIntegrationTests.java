package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a lock that is read all the time, by several clients.
 */
@Full
class HotReadersIntegrationTests extends OwnRedis {

	private static final int READERS = 1000;

	private static final int COMMANDS_PER_SECOND = 60;

	private static final long MICROS = TimeUnit.SECONDS.toMicros(1);

	private static final Duration LONG = Duration.ofMinutes(1);

	private final List<DefaultLockClient> clients = Stream.generate(this::lockClient).limit(3).toList();

	private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);

	private final AtomicBoolean over = new AtomicBoolean();

	private final AtomicInteger reads = new AtomicInteger();

	private final AtomicInteger inProgress = new AtomicInteger();

	private final CountDownLatch gone = new CountDownLatch(READERS);

	@AfterEach
	void endTimer() {
		this.timer.shutdownNow();
	}

	@ParameterizedTest
	@ValueSource(ints = { 4, 32 })
	void costsFewCommandsASecondHoweverManyReadIt(int threads) {
		List<CompletableFuture<Void>> readers = new ArrayList<>();
		this.clients.forEach((client) -> IntStream.range(0, threads)
			.forEach((i) -> readers.add(onAnotherThread(() -> readAgainAndAgain(client)))));
		await().until(() -> this.reads.get() > READERS);
		long from = serverMicros();
		long before = scriptCalls();
		int readBefore = this.reads.get();
		await().atMost(LONG).until(() -> serverMicros() - from > 3 * MICROS && this.reads.get() > readBefore + READERS);
		long calls = scriptCalls() - before;
		long micros = serverMicros() - from;
		this.over.set(true);
		assertThat(readers).allSatisfy((reader) -> assertThat(reader).succeedsWithin(AMPLY));
		assertThat(calls * MICROS / micros).as("%d commands in %d us", calls, micros)
			.isBetween(1L, (long) COMMANDS_PER_SECOND * this.clients.size());
	}

	private long serverMicros() {
		List<String> time = admin().time();
		return Long.parseLong(time.get(0)) * MICROS + Long.parseLong(time.get(1));
	}

	private Void readAgainAndAgain(DefaultLockClient client) {
		while (!this.over.get()) {
			try (LockHandle held = client.lock(this.key).read().waitTime(LONG).acquire()) {
				this.reads.incrementAndGet();
				Thread.yield();
				assertThat(held.isLost()).isFalse();
			}
		}
		return null;
	}

	@Test
	void aWriterIsServedAmongAThousandReadsInProgress() throws InterruptedException {
		IntStream.range(0, READERS).forEach((i) -> readAndComeAgain(this.clients.get(i % this.clients.size())));
		DefaultLockClient elsewhere = lockClient();
		for (DefaultLockClient writer : List.of(elsewhere, this.clients.get(0), elsewhere, this.clients.get(1))) {
			int before = this.reads.get();
			await().until(() -> this.reads.get() > before + READERS && this.inProgress.get() > READERS / 10);
			try (LockHandle written = writer.lock(this.key).waitTime(LONG).acquire()) {
				assertThat(this.inProgress).as("reads beside the writer").hasValue(0);
				assertThat(written.isValid()).isTrue();
			}
		}
		this.over.set(true);
		assertThat(this.gone.await(1, TimeUnit.MINUTES)).isTrue();
	}

	/** Takes no thread while it waits and while it reads. */
	private void readAndComeAgain(DefaultLockClient client) {
		client.lock(this.key).read().waitTime(LONG).acquireAsync().thenAccept((held) -> {
			this.reads.incrementAndGet();
			this.inProgress.incrementAndGet();
			this.timer.schedule(() -> {
				this.inProgress.decrementAndGet();
				held.closeAsync();
				if (this.over.get()) {
					this.gone.countDown();
				}
				else {
					readAndComeAgain(client);
				}
			}, ThreadLocalRandom.current().nextInt(1, 40), TimeUnit.MILLISECONDS);
		});
	}

}
