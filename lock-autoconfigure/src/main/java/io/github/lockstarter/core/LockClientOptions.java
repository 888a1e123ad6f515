package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.core.hold.LocalHandover;
import org.jspecify.annotations.Nullable;

/**
 * How a client works, whatever the lock.
 *
 * @param renewalInterval how often a lease is renewed; {@code null} for a third of the
 * lease
 * @param localHandover how long a lock may stay inside this JVM
 */
public record LockClientOptions(@Nullable Duration renewalInterval, LocalHandover localHandover) {

	/**
	 * What is right for almost everybody.
	 */
	public static final LockClientOptions DEFAULT = new LockClientOptions(null, LocalHandover.DEFAULT);

}
