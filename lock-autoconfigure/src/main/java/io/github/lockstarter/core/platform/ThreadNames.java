package io.github.lockstarter.core.platform;

/**
 * The names by which people know threads.
 */
public final class ThreadNames {

	private ThreadNames() {
	}

	/**
	 * The name of a thread.
	 * @param thread the thread
	 * @return its name, or {@code #} and its id if it has none, like most virtual threads
	 */
	@SuppressWarnings("deprecation")
	public static String name(Thread thread) {
		return thread.getName().isEmpty() ? "#" + thread.getId() : thread.getName();
	}

}
