package io.github.lockstarter.testing;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;

/**
 * Hears of nothing.
 */
public class Deaf implements GrantListener {

	@Override
	public void granted(GrantNotification grant) {
	}

	@Override
	public void revoked(String key, long sequence) {
	}

	@Override
	public void grantsMayBeLost() {
	}

}
