package io.github.lockstarter.testing;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries of what depends on the time of a Redis server, which goes on while a busy machine
 * lets this JVM stand still: a try that failed meanwhile says nothing.
 */
public final class Undisturbed {

	private static final String AGAIN = "Tried again, because the JVM stood still";

	private static final Logger logger = LoggerFactory.getLogger(Undisturbed.class);

	private static final int MOST_TRIES = 4;

	private Undisturbed() {
	}

	/**
	 * Try something, and again if it fails and the JVM stood still meanwhile, but for an
	 * {@link NeverRepeatedError}. Each further try is noted in
	 * {@code target/repeated-tests.txt}.
	 * @param attempt leaves nothing behind, also if it fails
	 */
	public static void attempt(Attempt attempt) throws Exception {
		attempt(attempt, RepeatedTests::note);
	}

	/**
	 * Try a whole test.
	 * @param name its name
	 */
	static void attempt(String name, Attempt test) throws Exception {
		attempt(test, () -> RepeatedTests.note(name));
	}

	private static void attempt(Attempt attempt, Runnable note) throws Exception {
		for (int left = MOST_TRIES; left > 0; left--) {
			long stallsBefore = StallProofTime.stalls();
			try {
				attempt.run();
				return;
			}
			catch (Exception | AssertionError ex) {
				if (left == 1 || StallProofTime.stalls() == stallsBefore || NeverRepeatedError.isIn(ex)) {
					throw ex;
				}
				logger.warn(AGAIN, ex);
				note.run();
			}
		}
	}

	/** Output since the last try began. */
	public static String output(CharSequence all) {
		String text = all.toString();
		int again = text.lastIndexOf(AGAIN);
		return (again < 0) ? text : text.substring(again);
	}

	/**
	 * Test that is tried.
	 */
	@FunctionalInterface
	public interface Attempt {

		void run() throws Exception;

	}

}
