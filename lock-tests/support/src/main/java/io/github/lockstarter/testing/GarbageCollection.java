package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.concurrent.Callable;

import static org.awaitility.Awaitility.await;

/**
 * Waits for what follows once an object has been collected.
 */
public final class GarbageCollection {

	/** A collection may take so long that no lease goes on meanwhile. */
	private static final Duration PAUSE = Duration.ofMillis(500);

	private static final Duration AMPLY = Duration.ofMinutes(2);

	private GarbageCollection() {
	}

	/**
	 * Collect garbage until a condition is met.
	 */
	public static void until(Callable<Boolean> condition) {
		await().pollInterval(PAUSE).atMost(AMPLY).until(() -> {
			System.gc();
			return condition.call();
		});
	}

}
