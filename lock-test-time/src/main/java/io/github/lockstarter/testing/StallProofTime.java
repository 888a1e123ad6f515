package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Monotonic time that stands still while this JVM does: a busy machine may let no thread
 * run for seconds, and no lease, claim window or deadline of a test shall end meanwhile.
 * It is measured by a thread that looks all the time, and goes on by no more than a
 * little from one look to the next. Thread-safe.
 */
public final class StallProofTime {

	private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long OFTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	private static final Duration MOST_STALLS = Duration.ofMinutes(1);

	private static final long STARTED_AT = System.nanoTime();

	private static long lookedAt = STARTED_AT;

	private static long time;

	private static long leapt;

	private static long stalls;

	static {
		Thread watch = new Thread(StallProofTime::watch, "stall-proof-time");
		watch.setDaemon(true);
		watch.start();
	}

	private StallProofTime() {
	}

	private static void watch() {
		while (true) {
			nanoTime();
			LockSupport.parkNanos(OFTEN_NANOS);
		}
	}

	/**
	 * The time in nanoseconds.
	 */
	public static synchronized long nanoTime() {
		long now = System.nanoTime();
		long gap = now - lookedAt;
		time += Math.min(gap, MOST_NANOS);
		stalls += (gap > STALL_NANOS) ? 1 : 0;
		lookedAt = now;
		return time + leapt;
	}

	/**
	 * Number of times it has stood still for so long that something short may have ended.
	 */
	static synchronized long stalls() {
		nanoTime();
		return stalls;
	}

	/**
	 * Time that this JVM has run since a moment of this time.
	 */
	public static Duration since(long startedAt) {
		return Duration.ofNanos(nanoTime() - startedAt);
	}

	/**
	 * Let so much of this time pass.
	 */
	public static void pass(Duration time) {
		long startedAt = nanoTime();
		await().atMost(time.plus(MOST_STALLS)).until(() -> since(startedAt).compareTo(time) >= 0);
	}

	/**
	 * Let so much of this time pass at once.
	 */
	public static synchronized void leap(Duration time) {
		leapt += time.toNanos();
	}

	/**
	 * Wait until a condition is met, which has to be within so much of this time.
	 */
	public static void awaitWithin(Duration limit, Callable<Boolean> condition) {
		long startedAt = nanoTime();
		await().pollDelay(Duration.ZERO).atMost(limit.plus(MOST_STALLS)).until(() -> {
			Duration before = since(startedAt);
			boolean met = condition.call();
			assertThat(met || before.compareTo(limit) < 0).as("met within %s", limit).isTrue();
			return met;
		});
	}

	/**
	 * Wait until a future is completed normally, which has to be within so much of this
	 * time.
	 */
	public static void awaitSuccessWithin(Duration limit, CompletableFuture<?> future) {
		awaitWithin(limit, future::isDone);
		assertThat(future).isCompleted();
	}

	/**
	 * For how long it has stood still in all.
	 */
	public static synchronized Duration stalled() {
		nanoTime();
		return Duration.ofNanos(lookedAt - STARTED_AT - time);
	}

}
