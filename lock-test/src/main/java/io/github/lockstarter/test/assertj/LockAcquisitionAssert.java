package io.github.lockstarter.test.assertj;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.test.LockAcquisition;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on one recorded acquisition.
 */
public final class LockAcquisitionAssert extends AbstractAssert<LockAcquisitionAssert, LockAcquisition> {

	LockAcquisitionAssert(LockAcquisition actual) {
		super(actual, LockAcquisitionAssert.class);
	}

	/**
	 * The lock was granted.
	 * @return this
	 */
	public LockAcquisitionAssert isGranted() {
		return is(acquisition().isGranted(), "granted");
	}

	/**
	 * The lock was refused, since others held it.
	 * @return this
	 */
	public LockAcquisitionAssert isRefused() {
		return is(acquisition().isRefused(), "refused");
	}

	/**
	 * The lock is held at this moment.
	 * @return this
	 */
	public LockAcquisitionAssert isHeld() {
		return is(acquisition().isHeld(), "held");
	}

	/**
	 * The lock was granted, and given back in time.
	 * @return this
	 */
	public LockAcquisitionAssert isReleased() {
		return is(acquisition().isReleased(), "released");
	}

	/**
	 * The lock was granted, and lost before it was given back.
	 * @return this
	 */
	public LockAcquisitionAssert isLost() {
		return is(acquisition().isLost(), "lost");
	}

	/**
	 * The caller got an exception of this type instead of the lock.
	 * @param type the type of the exception
	 * @return this
	 */
	public LockAcquisitionAssert failedWith(Class<? extends LockException> type) {
		return is(acquisition().failure().filter(type::isInstance).isPresent(), "failed with " + type.getName());
	}

	/**
	 * The lock has this name.
	 * @param name the name; empty for none
	 * @return this
	 */
	public LockAcquisitionAssert hasName(String name) {
		return has("name", acquisition().name(), name);
	}

	/**
	 * The lock has these keys.
	 * @param keys the keys, in the order in which they are taken
	 * @return this
	 */
	public LockAcquisitionAssert hasKeys(String... keys) {
		return has("keys", acquisition().keys(), List.of(keys));
	}

	/**
	 * The code asks for a lock of this kind.
	 * @param kind the kind
	 * @return this
	 */
	public LockAcquisitionAssert hasKind(LockKind kind) {
		return has("kind", acquisition().kind(), kind);
	}

	/**
	 * The code asks for this number of permits of a semaphore.
	 * @param permits the number that it uses
	 * @param capacity the capacity that the code sets
	 * @return this
	 */
	public LockAcquisitionAssert asksForPermits(int permits, int capacity) {
		hasKind(LockKind.SEMAPHORE);
		has("permits", acquisition().permits(), permits);
		return has("capacity", acquisition().options().get(LockOption.CAPACITY), capacity);
	}

	/**
	 * The code asks to wait for this time.
	 * @param waitTime the wait time that the code has set
	 * @return this
	 */
	public LockAcquisitionAssert asksToWait(Duration waitTime) {
		return has("wait time", acquisition().options().get(LockOption.WAIT_TIME), waitTime);
	}

	/**
	 * The code asks for this lease.
	 * @param leaseTime the lease time that the code has set
	 * @return this
	 */
	public LockAcquisitionAssert asksForLease(Duration leaseTime) {
		return has("lease time", acquisition().options().get(LockOption.LEASE_TIME), leaseTime);
	}

	private LockAcquisition acquisition() {
		isNotNull();
		return this.actual;
	}

	private LockAcquisitionAssert is(boolean condition, String expected) {
		if (!condition) {
			throw failure("Expected an acquisition to be %s, but it was: %s", expected, this.actual);
		}
		return this;
	}

	private LockAcquisitionAssert has(String what, @Nullable Object found, Object expected) {
		if (!Objects.equals(found, expected)) {
			throw failureWithActualExpected(found, expected, "Expected the %s to be %s and not %s, of: %s", what,
					expected, found, this.actual);
		}
		return this;
	}

}
