package io.github.lockstarter.sample.storm;

/**
 * What the processes of a storm are for.
 */
enum WorkerKind {

	/**
	 * For a storm that is only measured, with the leases that the code says.
	 */
	UNWATCHED("worker"),

	/**
	 * For a storm that somebody watches: with leases so short that one sees them end.
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
