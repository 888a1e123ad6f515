package io.github.lockstarter.jdbc;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;

/**
 * Does nothing of what it is told.
 */
final class Ignoring implements GrantListener {

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
