package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;

/**
 * How a method is locked: its annotation, read, checked and merged with the settings.
 *
 * @param method the method
 * @param name the name of the lock
 * @param keys the key templates
 * @param written what the annotation sets
 * @param failStrategy what a call does without the lock
 * @param onLoss what happens when the lock is lost
 */
record LockedMethod(AnnotatedMethod method, String name, LockKeys keys, LockOptions written,
		LockFailStrategy failStrategy, LossPolicy onLoss) {

	LockRelease release() {
		return this.method.lock().release();
	}

}
