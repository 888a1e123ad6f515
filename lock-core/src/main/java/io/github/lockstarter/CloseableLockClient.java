package io.github.lockstarter;

import java.time.Duration;

/**
 * A client that the code which has built it starts, stops and closes, outside of Spring
 * Boot. Thread-safe.
 *
 * @see LockClientBuilder
 */
public interface CloseableLockClient extends LockClient, LockAdmin, AutoCloseable {

	/**
	 * Start again if it was stopped, or is being stopped, with another instance id, and
	 * connect to the store in advance, so that the first calls spend their time on the
	 * lock. Waits for the connection for at most two seconds; a store that can't be
	 * reached is no error.
	 */
	void start();

	/**
	 * Stop in good order: calls that wait get a {@code LockUnavailableException}, and so
	 * do new ones, except those of threads that hold a lock, which still get further
	 * ones. When all locks are released, or the limit is over, {@link #close() close}.
	 * @param limit how long to wait for the holders at most, on the monotonic clock
	 */
	void stop(Duration limit);

	/**
	 * End this client: calls that wait get a {@code LockUnavailableException}, and no
	 * lease is renewed any more. Locks that are still held are not released under the
	 * code that runs: their leases end by themselves.
	 */
	@Override
	void close();

}
