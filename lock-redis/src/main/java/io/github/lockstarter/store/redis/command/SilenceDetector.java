package io.github.lockstarter.store.redis.command;

import java.time.Duration;

import io.github.lockstarter.store.redis.connection.DebouncedTask;
import io.github.lockstarter.store.redis.connection.SessionTimer;

/**
 * Detects that no command is answered any more although the connection is open, for
 * example when the host of the server has died. TCP would notice after some fifteen
 * minutes. One task at a time checks this, only while there are commands.
 */
public final class SilenceDetector {

	private final long longestNanos;

	private final Runnable whenTooLong;

	/** When the first command since the last answer was sent, or 0. */
	private volatile long since;

	private final DebouncedTask next;

	/**
	 * Create a detector, which starts with the first command.
	 * @param longest the longest silence allowed
	 * @param whenTooLong run when the silence was longer
	 */
	public SilenceDetector(SessionTimer timer, Duration longest, Runnable whenTooLong) {
		this.next = new DebouncedTask(timer, this::look);
		this.longestNanos = longest.toNanos();
		this.whenTooLong = whenTooLong;
	}

	/**
	 * Note that a command is sent.
	 */
	void begins() {
		if (this.since == 0) {
			this.since = System.nanoTime() | 1;
			this.next.in(this.longestNanos);
		}
	}

	/**
	 * Note that a command was answered, or that the connection is known to be lost.
	 */
	void ends() {
		this.since = 0;
	}

	/**
	 * Whether nothing has been answered for so long although a command was sent.
	 */
	boolean hasLasted(long nanos) {
		long began = this.since;
		return began != 0 && System.nanoTime() - began > nanos;
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
