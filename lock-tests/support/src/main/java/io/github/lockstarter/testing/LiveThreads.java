package io.github.lockstarter.testing;

import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

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
		return names().filter(name::equals).count();
	}

	/**
	 * Name those of lock clients.
	 * @return their names
	 */
	public static List<String> ofLocks() {
		return names().filter((name) -> name.startsWith("lock-")).toList();
	}

	/**
	 * Name those of lock clients that stay although their client was closed. Threads end
	 * a moment after they were told to, later on a busy machine.
	 * @return their names, as a rule none
	 */
	public static List<String> leftByLocks() {
		try {
			Awaitility.await().until(() -> ofLocks().isEmpty());
		}
		catch (ConditionTimeoutException ex) {
			// they are named
		}
		return ofLocks();
	}

	private static Stream<String> names() {
		return Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive).map(Thread::getName);
	}

}
