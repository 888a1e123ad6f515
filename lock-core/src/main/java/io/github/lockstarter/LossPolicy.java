package io.github.lockstarter;

/**
 * Decides what happens to a guarded body when its lock is lost. Under every policy the
 * loss is logged at WARN, published as {@link LockLostEvent} and passed to the callbacks
 * of {@link LockHandle#onLost(Runnable)}, and a transaction begun under the lock is
 * rolled back.
 *
 * <p>
 * A guarded body is a method with {@link DistributedLock @DistributedLock}, or code that
 * a {@link LockClient.LockSpec} or a {@link LockHandle} runs.
 */
public enum LossPolicy {

	/**
	 * The policy that the property {@code distributed-lock.on-loss} sets.
	 */
	DEFAULT,

	/**
	 * Report the loss and let the body run on. The default of the property.
	 */
	REPORT,

	/**
	 * Interrupt the thread while it runs the body, and throw {@link LockLostException} at
	 * its end; if the interrupted body itself throws, its exception is the cause. The
	 * interrupt flag is cleared when the body has ended, unless a body around it is
	 * interrupted as well. An interrupt closes the interruptible channels of
	 * {@code java.nio} that the thread waits on.
	 */
	INTERRUPT,

	/**
	 * Let the body run on, and throw {@link LockLostException} at its end. If the body
	 * itself throws, its exception passes through, with the {@code LockLostException}
	 * suppressed in it.
	 */
	FAIL

}
