package io.github.lockstarter.core.hold;

import java.time.Duration;

/**
 * How long a lock may stay inside this JVM, passing from thread to thread without the
 * store, before other JVMs get their turn.
 *
 * @param maxPasses how often it passes at the most; 0 never passes it
 * @param maxTime how long after the JVM got the lock it passes at the latest, on the
 * monotonic clock
 */
public record LocalHandover(int maxPasses, Duration maxTime) {

	/** Chosen by measurement. */
	public static final LocalHandover DEFAULT = new LocalHandover(64, Duration.ofMillis(20));

}
