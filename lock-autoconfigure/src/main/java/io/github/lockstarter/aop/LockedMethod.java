package io.github.lockstarter.aop;

import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Describes how a method is locked: its annotation, read, checked and merged with the
 * settings.
 *
 * @param method the method
 * @param name the name of the lock
 * @param condition decides whether a call takes the lock; {@code null} if all do
 * @param keys the key templates
 * @param returnType its return type in the class of its bean
 * @param written what the annotation sets
 * @param settings the options that apply
 * @param onLoss what a loss leads to
 * @param fallback the method that is called without the lock; {@code null} for none
 * @param asynchronous the family of its return type, if its work ends later; else
 * {@code null}
 * @param hidden finds asynchronous work that its return type does not declare
 */
record LockedMethod(AnnotatedMethod method, String name, @Nullable LockCondition condition, LockKeys keys,
		Class<?> returnType, LockOptions written, LockSettings.Resolved settings, LossPolicy onLoss,
		@Nullable Fallback fallback, @Nullable AsynchronousResult asynchronous, UndeclaredAsync hidden) {

	/**
	 * Whether a call takes the lock.
	 */
	boolean isLocked(@Nullable Object target, Class<?> targetClass, @Nullable Object[] arguments) {
		return this.condition == null || this.condition.holds(target, targetClass, arguments);
	}

	LockKind kind() {
		return this.settings.get(LockOption.KIND);
	}

	/**
	 * The type of the value that the method returns, or with which its work ends.
	 */
	Class<?> valueType() {
		return (this.asynchronous != null) ? ReturnTypes.ofWork(this.method).resolve(Object.class) : this.returnType;
	}

	/**
	 * Whether a call may return a value, or end with it.
	 */
	boolean allows(@Nullable Object value) {
		if (value == null && this.asynchronous != null) {
			return this.asynchronous.mayBeEmpty(this.returnType);
		}
		return ReturnTypes.allows(this.returnType, value) || (this.asynchronous != null
				&& ReturnTypes.allows(valueType(), value) && this.asynchronous.of(this.returnType, value) != null);
	}

	/**
	 * The result of a call that did not run.
	 * @param value a value that the method may return, or with which its work may end
	 */
	@Nullable Object result(@Nullable Object value) {
		return (this.asynchronous == null || this.returnType.isInstance(value)) ? value
				: this.asynchronous.of(this.returnType, value);
	}

	LockRelease release() {
		return this.method.lock().release();
	}

}
