package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

import static org.awaitility.Awaitility.await;

/**
 * Waits for what follows once an object has been collected.
 */
public final class GarbageCollection {

	/** A collection may take so long that no lease goes on meanwhile. */
	private static final Duration LEAST_PAUSE = Duration.ofMillis(20);

	private static final Duration AMPLY = Duration.ofMinutes(2);

	private GarbageCollection() {
	}

	/**
	 * Collect garbage until a condition is met, for half of the time at most.
	 */
	public static void until(Callable<Boolean> condition) {
		AtomicReference<Duration> pause = new AtomicReference<>(LEAST_PAUSE);
		await().pollDelay(Duration.ZERO).pollInterval((count, before) -> pause.get()).atMost(AMPLY).until(() -> {
			long begunAt = System.nanoTime();
			System.gc();
			Duration took = Duration.ofNanos(System.nanoTime() - begunAt);
			pause.set((took.compareTo(LEAST_PAUSE) > 0) ? took : LEAST_PAUSE);
			return condition.call();
		});
	}

}
