package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LocalHandover;
import org.jspecify.annotations.Nullable;

/**
 * Options of a client that apply to all of its locks.
 *
 * @param renewalInterval how often a lease is renewed; {@code null} for a third of the
 * lease
 * @param localHandover how long a lock may stay inside this JVM
 * @param releaseInBackground whether closing a handle, or unlocking a JDK lock, does not
 * wait for the answer to the release, if a loss is only to be reported
 */
public record LockClientOptions(@Nullable Duration renewalInterval, LocalHandover localHandover,
		boolean releaseInBackground) {

	/**
	 * The options that suit almost everybody.
	 */
	public static final LockClientOptions DEFAULT = new LockClientOptions(null, LocalHandover.DEFAULT);

	/**
	 * Create options of a client that waits for the answers to releases.
	 */
	public LockClientOptions(@Nullable Duration renewalInterval, LocalHandover localHandover) {
		this(renewalInterval, localHandover, false);
	}

}
