package io.github.lockstarter.core.platform;

import java.time.Duration;

/**
 * The limits of waiting that no option sets.
 */
public final class Deadline {

	/** Longest wait for an answer where there is no other limit. */
	public static final Duration ANSWER = Duration.ofSeconds(2);

	private Deadline() {
	}

}
