package io.github.lockstarter.store.quorum;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreAnswer;

/**
 * Receives the news of one node about holds. It counts once a majority says the same.
 */
final class NodeListener implements GrantListener {

	private final int node;

	private final int majority;

	private final Holdings holdings;

	private final GrantListener listener;

	NodeListener(int node, int majority, Holdings holdings, GrantListener listener) {
		this.node = node;
		this.majority = majority;
		this.holdings = holdings;
		this.listener = listener;
	}

	/** Nobody queues. */
	@Override
	public void granted(GrantNotification grant) {
	}

	@Override
	public void revoked(String key, long sequence) {
		Holding holding = this.holdings.find(key, sequence);
		if (holding != null && holding.revokedBy(this.node) == this.majority) {
			this.listener.revoked(key, sequence);
		}
	}

	/** The next renewal finds out whether a majority agrees. */
	@Override
	public void ownershipDenied(String key, long sequence, StoreAnswer answer) {
	}

	@Override
	public void grantsMayBeLost() {
	}

}
