package io.github.lockstarter.core.queue;

import java.util.function.Supplier;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.Turn;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.Share;
import org.jspecify.annotations.Nullable;

/**
 * The threads of this JVM that read under one lock: they share what one of them has got
 * from the store, for a while after it was known that nobody else waits. So a lock that
 * is read all the time costs a few requests a second, however many read it, and a writer
 * elsewhere waits no longer than that while. If several have read lately, the share is
 * kept for the next ones when all have left. Guarded by the queue's mutex.
 */
final class Readers {

	/** Tells of the share that they have in this JVM. */
	private final Supplier<@Nullable Turn> shares;

	private final Platform platform;

	private final long whileNanos;

	/** Until when others may join without asking. */
	private long freshUntil;

	/** Number of readers that have joined since it was last known that nobody waits. */
	private int joined;

	/** Share that the last reader has left, kept for the next ones. */
	private @Nullable Turn lingering;

	Readers(Supplier<@Nullable Turn> shares, Platform platform, long whileNanos) {
		this.shares = shares;
		this.platform = platform;
		this.whileNanos = whileNanos;
	}

	/** Whether somebody wants to read. */
	static boolean include(Waiter waiter) {
		return Share.READER.equals(waiter.share());
	}

	/** It is known that nobody else waits. */
	void refresh() {
		joinFor(this.whileNanos);
	}

	/** Let others join for so long. */
	void joinFor(long nanos) {
		this.freshUntil = this.platform.nanoTime() + nanos;
		this.joined = 0;
	}

	/**
	 * Let one more join.
	 * @return its hold; {@code null} if it has to ask
	 */
	@Nullable Hold join(Waiter reader) {
		Turn shared = (include(reader) && freshNanos() > 0) ? this.shares.get() : null;
		Hold hold = (shared != null) ? shared.join(reader.request()) : null;
		if (hold != null) {
			this.joined++;
			this.lingering = null;
		}
		return hold;
	}

	private long freshNanos() {
		return Math.max(this.freshUntil - this.platform.nanoTime(), 0);
	}

	/**
	 * Let a share linger that the last one has left, if others are likely to come.
	 * @return for how long; 0 if it does not linger
	 */
	long linger(Turn left) {
		if (left != this.shares.get()) {
			return 0;
		}
		long nanos = (this.joined > 0 && !left.isOver()) ? freshNanos() : 0;
		this.lingering = (nanos > 0) ? left : null;
		return nanos;
	}

	/** A share that lingers; {@code null} if there is none. */
	@Nullable Turn lingering() {
		return (this.lingering == this.shares.get()) ? this.lingering : null;
	}

}
