package io.github.lockstarter.core.hold;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;

/**
 * Lets a grant that was pushed be claimed a little later than it is used. Most work under
 * a lock is done by then, and gives the lock back unclaimed, which spares the store a
 * request. Thread-safe.
 */
final class DeferredClaims {

	/** Little of the claim window, lest a JVM that stalls loses the lock. */
	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

	private final Platform platform;

	private final CoalescingTimer timer;

	/** The oldest first. */
	private final Queue<Claim> waiting = new ConcurrentLinkedQueue<>();

	/**
	 * Create it.
	 * @param platform the clock
	 * @param timer runs the claims
	 */
	DeferredClaims(Platform platform, Timer timer) {
		this.platform = platform;
		this.timer = new CoalescingTimer(platform, timer, this::claimDue);
	}

	/** Send a claim later, which then looks whether it is still needed. */
	void later(Runnable claim) {
		long at = this.platform.nanoTime() + PAUSE_NANOS;
		this.waiting.add(new Claim(claim, at));
		this.timer.wake(at);
	}

	/** Send all claims now: the client ends. */
	void sendAll() {
		Claim next = this.waiting.poll();
		while (next != null) {
			FailureIsolation.run("A claim", next.request);
			next = this.waiting.poll();
		}
	}

	/** Its timer. */
	CoalescingTimer timer() {
		return this.timer;
	}

	private long claimDue() {
		Claim next = this.waiting.peek();
		while (next != null && next.at - this.platform.nanoTime() <= 0) {
			if (this.waiting.remove(next)) {
				FailureIsolation.run("A claim", next.request);
			}
			next = this.waiting.peek();
		}
		return (next != null) ? next.at - this.platform.nanoTime() : Long.MAX_VALUE;
	}

	private record Claim(Runnable request, long at) {
	}

}
