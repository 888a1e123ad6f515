package io.github.lockstarter;

import java.time.Duration;

/**
 * Limits of passing a lock from thread to thread inside this JVM, without the store,
 * before other JVMs get their turn.
 *
 * @param maxPasses how often it passes at most; 0 never passes it
 * @param maxTime how long after the JVM got the lock it passes at the latest, on the
 * monotonic clock
 */
public record LocalHandover(int maxPasses, Duration maxTime) {

	/** Chosen by measurement. */
	public static final LocalHandover DEFAULT = new LocalHandover(1024, Duration.ofMillis(20));

}
