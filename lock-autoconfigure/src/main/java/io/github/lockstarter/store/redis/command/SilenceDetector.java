package io.github.lockstarter.store.redis.command;

import java.time.Duration;

import io.github.lockstarter.store.redis.connection.DebouncedTask;
import io.github.lockstarter.store.redis.connection.SessionTimer;

/**
 * Notices when nothing is answered any more although the connection is open, as after a
 * server that was lost without a word. TCP would notice after some fifteen minutes.
 * Watched by one task at a time, and only while something is asked.
 */
public final class SilenceDetector {

	private final long longestNanos;

	private final Runnable whenTooLong;

	/** When the first command was sent since anything was answered, or 0. */
	private volatile long since;

	private final DebouncedTask next;

	/**
	 * Detect nothing before something is sent.
	 * @param longest how long nothing may be answered
	 * @param whenTooLong run when it was longer
	 */
	public SilenceDetector(SessionTimer timer, Duration longest, Runnable whenTooLong) {
		this.next = new DebouncedTask(timer, this::look);
		this.longestNanos = longest.toNanos();
		this.whenTooLong = whenTooLong;
	}

	/**
	 * A command is sent.
	 */
	void begins() {
		if (this.since == 0) {
			this.since = System.nanoTime() | 1;
			this.next.in(this.longestNanos);
		}
	}

	/**
	 * Something was answered, or the connection is known to be lost.
	 */
	void ends() {
		this.since = 0;
	}

	private void look() {
		long began = this.since;
		if (began == 0) {
			return;
		}
		long rest = began + this.longestNanos - System.nanoTime();
		if (rest > 0) {
			this.next.in(rest);
		}
		else {
			ends();
			this.whenTooLong.run();
		}
	}

}
