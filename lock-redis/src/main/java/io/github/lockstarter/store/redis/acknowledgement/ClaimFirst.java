package io.github.lockstarter.store.redis.acknowledgement;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.StoreClock;

/**
 * Passes grants on without the id of their server, so that none is used before it is
 * claimed: replicas may not have what another JVM wrote.
 *
 * @param listener receives the grants
 */
public record ClaimFirst(GrantListener listener) implements GrantListener {

	@Override
	public void granted(Grant grant) {
		this.listener.granted(new Grant(grant.key(), grant.sequence(), grant.token(), grant.deadlineMillis(),
				new StoreClock(grant.clock().micros(), ""), grant.othersWaited()));
	}

	@Override
	public void revoked(String key, long sequence) {
		this.listener.revoked(key, sequence);
	}

	@Override
	public void interrupted() {
		this.listener.interrupted();
	}

}
