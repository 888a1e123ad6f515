package io.github.lockstarter;

/**
 * What happens to a guarded body when its lock is lost. Whatever the policy, the loss is
 * logged at WARN, published as {@link LockLostEvent}, told to
 * {@link LockHandle#onLost(Runnable)}, and a transaction begun under the lock is rolled
 * back.
 *
 * <p>
 * A guarded body is a method with {@link DistributedLock @DistributedLock}, and what is
 * run by a {@link LockClient.LockSpec} or a {@link LockHandle}.
 */
public enum LossPolicy {

	/**
	 * What the property {@code distributed-lock.on-loss} says.
	 */
	DEFAULT,

	/**
	 * Report the loss and let the body run on. What the property is if it is not set.
	 */
	REPORT,

	/**
	 * Interrupt the thread while it runs the body, and fail the call at its end like
	 * {@link #FAIL}. The interrupt flag is cleared when the body has ended, unless a body
	 * around it is interrupted as well. An interrupt closes the interruptible channels of
	 * {@code java.nio} that the thread waits on.
	 */
	INTERRUPT,

	/**
	 * Let the body run on, and throw {@link LockLostException} at its end. If the body
	 * throws itself, that exception passes, with the {@code LockLostException} as a
	 * suppressed one.
	 */
	FAIL

}
