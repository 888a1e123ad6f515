package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for threads that the JDK has from 21 on; left out on an older one.
 */
@Tag("virtual-threads")
class VirtualThreadsIntegrationTests extends OwnRedis {

	private static final int THREADS = 1000;

	private final DefaultLockClient client = lockClient();

	private int count;

	@Test
	void aThousandVirtualThreadsLoseNoIncrement() throws Exception {
		List<CompletableFuture<Void>> all = new ArrayList<>();
		ExecutorService threads = virtualThreads();
		for (int i = 0; i < THREADS; i++) {
			all.add(CompletableFuture.runAsync(() -> this.client.lock(this.key).waitTime(AMPLY).run(() -> this.count++),
					threads));
		}
		await().atMost(AMPLY).until(() -> all.stream().allMatch(CompletableFuture::isDone));
		all.forEach(CompletableFuture::join);
		threads.shutdown();
		assertThat(this.count).isEqualTo(THREADS);
	}

	/** The tests are compiled for an older JDK. */
	private static ExecutorService virtualThreads() throws ReflectiveOperationException {
		return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
	}

}
