package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.store.tck.LockStoreContractTime;
import io.github.lockstarter.store.tck.NeedsFeature;

/**
 * Runs the contract on stores in memory that decide together.
 */
@NeedsFeature.Lacking({ StoreFeature.QUEUE, StoreFeature.SHARES, StoreFeature.VOTES })
abstract class QuorumLockStoreContract extends LockStoreContractManagement {

	private final LockStoreContractTime.Stepped time = new LockStoreContractTime.Stepped();

	private final QuorumLockStore store;

	QuorumLockStoreContract(int nodes) {
		List<NamedStore> stores = IntStream.range(0, nodes)
			.mapToObj((index) -> new NamedStore("node-" + index, StallProofMemory.newStore(this.time)))
			.toList();
		this.store = new QuorumLockStore(stores, new QuorumOptions(Duration.ofSeconds(1), Duration.ZERO), new Timer());
	}

	@Override
	protected LockStore createStore() {
		return this.store;
	}

	@Override
	protected LockStoreContractTime time() {
		return this.time;
	}

	/** A node that does not answer is given up in the time of the machine. */
	private final class Timer implements QuorumTimer {

		private final QuorumTimer machine = new ThreadQuorumTimer();

		@Override
		public long nanoTime() {
			return QuorumLockStoreContract.this.time.getAsLong();
		}

		@Override
		public Runnable schedule(Runnable task, long nanos) {
			return this.machine.schedule(task, nanos);
		}

	}

}
