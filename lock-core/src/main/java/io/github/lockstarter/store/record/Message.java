package io.github.lockstarter.store.record;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;

/**
 * News for an instance.
 */
public sealed interface Message {

	/**
	 * The instance that receives it.
	 * @return its id
	 */
	String instance();

	/**
	 * Deliver it.
	 * @param listener the listener of that instance
	 */
	void tell(GrantListener listener);

	/**
	 * The news that the lock was granted to a waiter.
	 *
	 * @param instance the instance of the waiter
	 * @param grant the grant
	 */
	record Granted(String instance, GrantNotification grant) implements Message {

		@Override
		public void tell(GrantListener listener) {
			listener.granted(this.grant);
		}

	}

	/**
	 * The news that the lock was released by force.
	 *
	 * @param holder the acquisition that held it
	 * @param key the lock
	 */
	record Revoked(Acquisition holder, String key) implements Message {

		@Override
		public String instance() {
			return this.holder.instance();
		}

		@Override
		public void tell(GrantListener listener) {
			listener.revoked(this.key, this.holder.sequence());
		}

	}

}
