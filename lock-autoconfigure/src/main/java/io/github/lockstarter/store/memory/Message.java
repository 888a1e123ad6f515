package io.github.lockstarter.store.memory;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;

/**
 * News for an instance.
 */
sealed interface Message {

	/**
	 * The instance that is told.
	 */
	String instance();

	void tell(GrantListener listener);

	/**
	 * The lock was granted to a waiter.
	 */
	record Granted(String instance, Grant grant) implements Message {

		@Override
		public void tell(GrantListener listener) {
			listener.granted(this.grant);
		}

	}

	/**
	 * The lock was taken away by force.
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
