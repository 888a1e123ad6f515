package io.github.lockstarter.core.platform;

import java.util.concurrent.CompletableFuture;

/**
 * Time, threads and chance. Thread-safe.
 */
public interface Platform {

	/**
	 * The monotonic clock.
	 * @return nanoseconds since some moment, as of {@link System#nanoTime()}
	 */
	long nanoTime();

	/**
	 * The wall clock, which may be set, but goes on while the machine is suspended.
	 * @return milliseconds since the epoch
	 */
	long currentTimeMillis();

	/**
	 * The thread that calls.
	 * @return the thread
	 */
	Thread currentThread();

	/**
	 * A random number.
	 * @return from 0 up to 1, and never 1
	 */
	double random();

	/**
	 * A text that nobody else ever draws.
	 * @return 16 letters, digits, {@code -} and {@code _}
	 */
	String randomId();

	/**
	 * Create a timer.
	 * @param name the name of its thread
	 * @return a timer with one thread of its own
	 */
	Timer timer(String name);

	/**
	 * Create an executor.
	 * @param name the name of its threads
	 * @param mostThreads how many it has at most; fewer if some are idle
	 * @param mostWaiting how many tasks wait for a thread before it rejects more
	 * @return an executor whose idle threads end
	 */
	TaskExecutor executor(String name, int mostThreads, int mostWaiting);

	/**
	 * Block the calling thread until a future is done, one way or the other.
	 * @param future what to wait for
	 * @param nanos for how long at most; {@link Long#MAX_VALUE} for ever
	 * @throws InterruptedException if the thread is interrupted meanwhile
	 */
	void await(CompletableFuture<?> future, long nanos) throws InterruptedException;

	/**
	 * Block the calling thread until a future is done, whether or not it is interrupted
	 * meanwhile; its interrupt flag is kept.
	 * @param future what to wait for
	 * @param nanos for how long at most
	 */
	void awaitUninterruptibly(CompletableFuture<?> future, long nanos);

}
