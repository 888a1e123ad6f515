package io.github.lockstarter.core;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for threads that the JDK has from 21 on; left out on an older one.
 */
@Tag("virtual-threads")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedStore.class, names = { "MEMORY", "STANDALONE" })
class VirtualThreadsIntegrationTests extends TwoClients {

	private static final int THREADS = 10_000;

	private static final Duration REASONABLE = Duration.ofSeconds(30);

	private final ExecutorService threads = virtualThreads();

	private int count;

	VirtualThreadsIntegrationTests(TestedStore store) {
		super(store);
	}

	@Test
	void tenThousandOnOneLockLoseNoIncrementAndPinNoCarrier() throws IOException {
		LockHandle first = heldElsewhere(this.one);
		List<RecordedEvent> pinned = PinnedCarriers.during(() -> {
			CompletableFuture<Void> all = start(
					(number) -> this.one.lock(this.key).waitTime(REASONABLE).run(() -> this.count++));
			await().atMost(AMPLY).until(() -> Waiting.at(this.one, this.key) == THREADS);
			assertThat(CompletableFuture.supplyAsync(() -> "carried", this.threads)).succeedsWithin(AMPLY);
			first.close();
			assertThat(all).succeedsWithin(REASONABLE);
		});
		assertThat(this.count).isEqualTo(THREADS);
		assertThat(pinned).isEmpty();
	}

	@Test
	void tenThousandHoldAsManyLocksAtOnceAndPinNoCarrier() throws IOException {
		CountDownLatch allHold = new CountDownLatch(THREADS);
		List<RecordedEvent> pinned = PinnedCarriers
			.during(() -> assertThat(start((number) -> this.one.lock(this.key + number).waitTime(REASONABLE).run(() -> {
				allHold.countDown();
				allHold.await();
			}))).succeedsWithin(REASONABLE));
		assertThat(pinned).isEmpty();
	}

	private CompletableFuture<Void> start(Task task) {
		return CompletableFuture.allOf(IntStream.range(0, THREADS).mapToObj((number) -> {
			CompletableFuture<Void> done = new CompletableFuture<>();
			this.threads.execute(() -> {
				try {
					task.run(number);
					done.complete(null);
				}
				catch (Exception | AssertionError ex) {
					done.completeExceptionally(ex);
				}
			});
			return done;
		}).toArray(CompletableFuture[]::new));
	}

	/** The tests are compiled for an older JDK. */
	static ExecutorService virtualThreads() {
		try {
			return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@AfterEach
	void endThreads() {
		this.threads.shutdownNow();
	}

	private interface Task {

		void run(int number) throws Exception;

	}

}
