package io.github.lockstarter.faults;

/**
 * Does harm while children work.
 */
@FunctionalInterface
interface Nemesis {

	/**
	 * Begin.
	 * @param arena where to do harm
	 * @return ends the harm, and returns when it is over
	 */
	Runnable strike(Arena arena);

}
