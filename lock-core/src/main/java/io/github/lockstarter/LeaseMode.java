package io.github.lockstarter;

/**
 * The way in which the lease of a lock is chosen.
 */
public enum LeaseMode {

	/**
	 * The default: the configured lease time.
	 */
	FIXED,

	/**
	 * A lease that follows the last hold times of the lock, as an {@link AdaptiveLease}
	 * describes.
	 */
	ADAPTIVE

}
