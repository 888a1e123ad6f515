package io.github.lockstarter.sample.storm;

/**
 * The purpose of a storm's processes.
 */
enum WorkerKind {

	/**
	 * For a storm that is only measured, with the leases of the code.
	 */
	UNWATCHED("worker"),

	/**
	 * For a storm that is watched: with leases so short that their end can be seen.
	 */
	WATCHED("worker,watched");

	private final String profiles;

	WorkerKind(String profiles) {
		this.profiles = profiles;
	}

	String profiles() {
		return this.profiles;
	}

}
