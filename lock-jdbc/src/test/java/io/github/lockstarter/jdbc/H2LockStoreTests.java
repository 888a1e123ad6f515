package io.github.lockstarter.jdbc;

import java.util.UUID;

import javax.sql.DataSource;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the contract on a database in memory, which can't notify.
 */
@NeedsFeature.Lacking(StoreFeature.VOTES)
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class H2LockStoreTests extends LockStoreContractManagement {

	private final DataSource database = H2.database(UUID.randomUUID().toString());

	private final LockStore store = new JdbcLockStore(this.database);

	@Override
	protected LockStore createStore() {
		return this.store;
	}

	@Override
	protected boolean knowsWhoIsGone() {
		return false;
	}

}
