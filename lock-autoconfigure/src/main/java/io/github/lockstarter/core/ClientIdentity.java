package io.github.lockstarter.core;

import io.github.lockstarter.core.platform.ThreadNames;
import io.github.lockstarter.store.AcquireRequest.Owner;

/**
 * How a client shows itself to people who look at a lock.
 *
 * @param application the application's name
 * @param instance the JVM, as host and process
 */
public record ClientIdentity(String application, String instance) {

	/** How a thread of this client shows itself as the owner of a lock. */
	Owner owner(Thread thread) {
		return new Owner(this.application, this.instance, ThreadNames.name(thread));
	}

}
