package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.store.memory.StallProofMemory;

/**
 * Runs the contract on stores in memory that decide together.
 */
abstract class QuorumLockStoreContract extends LockStoreContractManagement {

	private final QuorumLockStore store;

	QuorumLockStoreContract(int nodes) {
		List<NamedStore> stores = IntStream.range(0, nodes)
			.mapToObj((index) -> new NamedStore("node-" + index, StallProofMemory.newStore()))
			.toList();
		this.store = new QuorumLockStore(stores, new QuorumOptions(Duration.ofSeconds(1), Duration.ZERO));
	}

	@Override
	protected LockStore createStore() {
		return this.store;
	}

}
