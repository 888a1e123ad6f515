package io.github.lockstarter.aop;

import java.util.Optional;

import io.github.lockstarter.LockSettings;

/**
 * Knows which locks can't be kept in the store that has the locks of a name.
 */
@FunctionalInterface
public interface StoreLimits {

	/**
	 * Look for an option that the store of a lock lacks.
	 * @param lockName the name of the lock
	 * @param options the options of the lock
	 * @return what is wrong, and what to do; empty if the lock can be kept there, or if
	 * the store is not known yet
	 */
	Optional<Excess> find(String lockName, LockSettings.Resolved options);

	/**
	 * A lock that its store can't keep.
	 *
	 * @param problem what the store lacks, as a sentence that begins in lower case
	 * @param advice what to do
	 */
	record Excess(String problem, String advice) {

	}

}
