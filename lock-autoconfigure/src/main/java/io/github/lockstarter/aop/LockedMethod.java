package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import org.jspecify.annotations.Nullable;

/**
 * Describes how a method is locked: its annotation, read, checked and merged with the
 * settings.
 *
 * @param method the method
 * @param name the name of the lock
 * @param condition which calls take the lock; {@code null} for all
 * @param keys the key templates
 * @param written what the annotation sets
 * @param settings the options that apply
 * @param fallback the method that is called without the lock; {@code null} for none
 */
record LockedMethod(AnnotatedMethod method, String name, @Nullable LockCondition condition, LockKeys keys,
		LockOptions written, LockSettings.Resolved settings, @Nullable Fallback fallback) {

	/**
	 * Whether a call takes the lock.
	 */
	boolean isLocked(@Nullable Object target, Class<?> targetClass, @Nullable Object[] arguments) {
		return this.condition == null || this.condition.holds(target, targetClass, arguments);
	}

	LockKind kind() {
		return this.settings.get(LockOption.KIND);
	}

	LockRelease release() {
		return this.method.lock().release();
	}

}
