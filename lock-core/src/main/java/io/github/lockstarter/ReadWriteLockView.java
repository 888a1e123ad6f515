package io.github.lockstarter;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * Two views of the same key: one shares the lock with other readers, the other one has it
 * alone.
 */
record ReadWriteLockView(Lock readLock, Lock writeLock) implements ReadWriteLock {

	@Override
	public String toString() {
		return "ReadWrite" + this.writeLock;
	}

}
