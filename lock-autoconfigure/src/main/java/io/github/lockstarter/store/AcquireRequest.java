package io.github.lockstarter.store;

import java.time.Duration;

/**
 * A request for a lock.
 *
 * @param key the lock
 * @param sequence the acquisition's number within its session
 * @param lease how long the lock is kept from the moment it is granted
 * @param owner who asks, for people to read
 * @param queueFor how long the place in the queue is kept without another request; zero
 * does not queue
 */
public record AcquireRequest(String key, long sequence, Duration lease, Owner owner, Duration queueFor) {

	/**
	 * Who asks for a lock, for people to read.
	 *
	 * @param application the application's name
	 * @param instance the JVM: host and process
	 * @param thread the thread
	 */
	public record Owner(String application, String instance, String thread) {
	}

}
