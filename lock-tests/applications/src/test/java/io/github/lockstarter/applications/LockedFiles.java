package io.github.lockstarter.applications;

import java.io.File;
import java.util.concurrent.locks.Lock;

import org.springframework.integration.file.FileLocker;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Lets one node at a time handle a file that is still there.
 */
class LockedFiles implements FileLocker {

	private final LockRegistry<?> locks;

	LockedFiles(LockRegistry<?> locks) {
		this.locks = locks;
	}

	private Lock lockOf(File file) {
		return this.locks.obtain("file:" + file.getName());
	}

	@Override
	public boolean isLockable(File file) {
		return true;
	}

	@Override
	public boolean lock(File file) {
		Lock lock = lockOf(file);
		if (!lock.tryLock()) {
			return false;
		}
		if (file.exists()) {
			return true;
		}
		lock.unlock();
		return false;
	}

	@Override
	public void unlock(File file) {
		lockOf(file).unlock();
	}

}
