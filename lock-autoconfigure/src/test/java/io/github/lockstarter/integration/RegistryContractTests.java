package io.github.lockstarter.integration;

import io.github.lockstarter.store.memory.MemoryLockStore;

/**
 * The contract of a registry whose locks are in memory.
 */
class RegistryContractTests extends RegistryContract {

	RegistryContractTests() {
		super(new MemoryLockStore());
	}

}
