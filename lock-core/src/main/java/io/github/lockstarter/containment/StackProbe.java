package io.github.lockstarter.containment;

/**
 * Probe for the rest of the thread's stack. A stack overflow inside a client library, a
 * mutex or a queue of the JDK leaves something that hangs forever: a connection that
 * counts writers in and out, a mutex that is locked, a timer with a broken queue. It
 * should therefore happen here, before they are entered. Thread-safe.
 */
public final class StackProbe {

	/** Sending a command takes less than five kilobytes, in the interpreter. */
	private static final int LEVELS = 18;

	/** The way to a command takes less than four kilobytes. */
	private static final int LEVELS_FOR_CALL = 28;

	/** Handing a task to another thread takes less than two kilobytes. */
	private static final int LEVELS_TO_HAND_OVER = 5;

	/** Entering a lock again, or leaving it to another entry, takes less than one. */
	private static final int LEVELS_TO_ENTER = 2;

	private StackProbe() {
	}

	/**
	 * Make sure that the stack suffices for a command to a store.
	 * @throws StackOverflowError if it does not
	 */
	public static void check() {
		descend(LEVELS);
	}

	/**
	 * Make sure that the stack suffices for handing a task to another thread.
	 * @throws StackOverflowError if it does not
	 */
	public static void checkToHandOver() {
		descend(LEVELS_TO_HAND_OVER);
	}

	/**
	 * Make sure that the stack suffices for entering a lock that is held, or leaving it
	 * to another entry. Both are done so quickly that a deeper probe would be most of it.
	 * @throws StackOverflowError if it does not
	 */
	public static void checkToEnter() {
		descend(LEVELS_TO_ENTER);
	}

	/**
	 * Make sure that the stack suffices for a call that leads to a command: the command
	 * then has enough of it as well, and nothing overflows half-way.
	 * @throws StackOverflowError if it does not
	 */
	public static void checkForCall() {
		descend(LEVELS_FOR_CALL);
	}

	/**
	 * Whether the stack suffices for a call that leads to a command.
	 * @return false if a check would throw
	 */
	public static boolean lastsForCall() {
		try {
			checkForCall();
			return true;
		}
		catch (StackOverflowError ex) {
			return false;
		}
	}

	private static void descend(int levels) {
		descend(levels, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
				26, 27, 28, 29);
	}

	/**
	 * Takes half a kilobyte of the stack for each level, compiled or not: most of so many
	 * arguments are passed on the stack. That is cheaper than more levels.
	 */
	private static long descend(int levels, long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7,
			long a8, long a9, long b0, long b1, long b2, long b3, long b4, long b5, long b6, long b7, long b8, long b9,
			long c0, long c1, long c2, long c3, long c4, long c5, long c6, long c7, long c8, long c9) {
		return (levels == 0) ? a0 : 1 + descend(levels - 1, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5,
				b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, a0);
	}

}
