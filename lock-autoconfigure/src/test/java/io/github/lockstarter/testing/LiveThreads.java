package io.github.lockstarter.testing;

/**
 * The threads that are alive in this JVM.
 */
public final class LiveThreads {

	private LiveThreads() {
	}

	/**
	 * Count those with a name.
	 * @param name the name
	 * @return how many there are
	 */
	public static long named(String name) {
		return Thread.getAllStackTraces().keySet().stream().filter((thread) -> thread.getName().equals(name)).count();
	}

}
