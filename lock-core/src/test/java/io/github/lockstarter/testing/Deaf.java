package io.github.lockstarter.testing;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;

/**
 * Hears of nothing.
 */
public class Deaf implements GrantListener {

	@Override
	public void granted(Grant grant) {
	}

	@Override
	public void revoked(String key, long sequence) {
	}

	@Override
	public void interrupted() {
	}

}
