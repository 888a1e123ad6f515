package io.github.lockstarter.integration;

import io.github.lockstarter.store.memory.MemoryLockStore;

/**
 * Tests for components whose locks are in memory.
 */
class LockedComponentsTests extends LockedComponents {

	LockedComponentsTests() {
		super(new MemoryLockStore());
	}

}
