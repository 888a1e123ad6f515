package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tells of lost locks.
 */
final class Losses {

	private static final Log logger = LogFactory.getLog(Losses.class);

	static final String REVOKED = "it was released by force";

	private final Events events;

	Losses(Events events) {
		this.events = events;
	}

	void tell(Hold hold, String reason) {
		logger.warn("Lock '" + hold.key() + "' (token " + hold.token() + ") was lost: " + reason
				+ ". What it protects may run twice.");
		this.events.lost(hold, reason);
	}

	static String leaseEnded(Hold hold) {
		if (hold.isEnding()) {
			return "its maximum hold time of " + hold.request().maxHold().toMillis() + " ms ended";
		}
		long lease = hold.lease().toMillis();
		return hold.request().autoRenew() ? "it could not be renewed before its lease of " + lease + " ms ended"
				: "its lease of " + lease + " ms ended, and renewal is off";
	}

	/** Of code that still runs as locks are shut down. */
	static String leftBehind(Hold hold, Duration limit) {
		String which = "lock '" + hold.key() + "', acquired " + hold.age().toMillis() + " ms ago, still runs "
				+ limit.toMillis() + " ms after the shutdown began. ";
		return hold.isLost() ? "Code under " + which + "That lock was lost before."
				: "Code under " + which + "The lock is not released under it, but ends with its lease. To wait longer,"
						+ " raise 'distributed-lock.drain-timeout'.";
	}

	static String storeSays(StoreAnswer answer) {
		return (answer.state() == AcquisitionState.LOST)
				? "its lease had ended in the store, or it was released by force" : "the store has forgotten it";
	}

}
