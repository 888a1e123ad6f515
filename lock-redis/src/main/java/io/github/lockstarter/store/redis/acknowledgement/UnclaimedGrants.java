package io.github.lockstarter.store.redis.acknowledgement;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;

/**
 * Passes grants on without their proofs, so that none is used before it is claimed:
 * replicas may not have what another JVM wrote.
 *
 * @param listener receives the grants
 */
public record UnclaimedGrants(GrantListener listener) implements GrantListener {

	@Override
	public void granted(GrantNotification grant) {
		this.listener.granted(grant.unproven());
	}

	@Override
	public void revoked(String key, long sequence) {
		this.listener.revoked(key, sequence);
	}

	@Override
	public void grantsMayBeLost() {
		this.listener.grantsMayBeLost();
	}

}
