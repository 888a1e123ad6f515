package io.github.lockstarter.simulation;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContract;
import io.github.lockstarter.store.tck.LockStoreContractTime;

/**
 * Runs the contract on the simulated store, over a network that does no harm.
 */
class SimulatedStoreTests extends LockStoreContract {

	private final SimulatedTime time = new SimulatedTime(1);

	private final Journal journal = new Journal(this.time, false);

	private final SimulatedServer server = new SimulatedServer(this.time, this.journal);

	@Override
	protected LockStore createStore() {
		SimulatedMachine machine = new SimulatedMachine(this.time, "machine");
		SimulatedStore store = new SimulatedStore(machine, this.server, new SimulatedLink(this.time), this.journal);
		return (instance, listener) -> SteppedSession.of(this.time, store.open(instance, listener));
	}

	@Override
	protected LockStoreContractTime time() {
		return (time) -> SteppedSession.pass(this.time, time.toNanos());
	}

}
