package io.github.lockstarter.core;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.StoreClock;

/**
 * The time of a server as it was last told, to put its deadlines on our own clock.
 *
 * @param clock what the server's clock showed as it answered
 * @param sentAt when the request was sent that it answered
 */
record ServerTime(StoreClock clock, long sentAt) {

	/**
	 * Until when a pushed grant can be counted on: not at all if it is not certain that
	 * it comes from the same server.
	 * @param receivedAt when it was received
	 */
	long validUntil(Grant grant, long receivedAt) {
		boolean same = !this.clock.server().isEmpty() && this.clock.server().equals(grant.clock().server());
		return same ? Lease.validUntil(this.sentAt, this.clock, grant, receivedAt) : receivedAt;
	}

}
