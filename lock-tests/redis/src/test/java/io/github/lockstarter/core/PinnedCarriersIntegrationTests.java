package io.github.lockstarter.core;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows that a pinned carrier is noticed.
 */
@Tag("virtual-threads")
class PinnedCarriersIntegrationTests {

	@Test
	void aThreadThatWaitsWhileItLoadsAClassIsNoticed() throws IOException {
		ExecutorService threads = VirtualThreadsIntegrationTests.virtualThreads();
		assertThat(PinnedCarriers.during(() -> CompletableFuture.runAsync(WaitsAsItIsLoaded::new, threads).join()))
			.isNotEmpty();
		threads.shutdown();
	}

	/** Frames of the virtual machine are on the stack meanwhile, which it can't move. */
	private static final class WaitsAsItIsLoaded {

		static {
			LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
		}

	}

}
