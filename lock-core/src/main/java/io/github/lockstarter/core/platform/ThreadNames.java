package io.github.lockstarter.core.platform;

/**
 * The names and ids by which people know threads.
 */
public final class ThreadNames {

	private ThreadNames() {
	}

	/**
	 * The name of a thread.
	 * @param thread the thread
	 * @return its name, or {@code #} and its id if it has none, like most virtual threads
	 */
	public static String name(Thread thread) {
		return thread.getName().isEmpty() ? "#" + id(thread) : thread.getName();
	}

	/**
	 * The id of a thread, which no other thread of this JVM has as long as it lives.
	 * @param thread the thread
	 * @return its id
	 */
	@SuppressWarnings("deprecation")
	public static long id(Thread thread) {
		return thread.getId();
	}

}
