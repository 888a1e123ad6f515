package io.github.lockstarter.store;

/**
 * Probe for the rest of the thread's stack. A stack overflow that unwinds a client
 * library, a mutex or a queue of the JDK half way leaves something that hangs for ever: a
 * connection that counts writers in and out, a mutex that is locked, a timer whose queue
 * is torn. So it is to happen here, before they are entered. Thread-safe.
 */
public final class StackProbe {

	/**
	 * A level takes 270 bytes or more, be it compiled or not. Sending a command takes
	 * less than five kilobytes, in the interpreter, a quarter of what all levels take.
	 */
	private static final int LEVELS = 64;

	/** The way to a command takes less than four kilobytes. */
	private static final int LEVELS_FOR_CALL = 96;

	/** Handing a task to another thread takes less than two kilobytes. */
	private static final int LEVELS_TO_HAND_OVER = 16;

	private StackProbe() {
	}

	/**
	 * Make sure that the stack lasts for a command to a store.
	 * @throws StackOverflowError if it does not
	 */
	public static void check() {
		descend(LEVELS, 1, 2, 3, 4);
	}

	/**
	 * Make sure that the stack lasts for handing a task to another thread.
	 * @throws StackOverflowError if it does not
	 */
	public static void checkToHandOver() {
		descend(LEVELS_TO_HAND_OVER, 1, 2, 3, 4);
	}

	/**
	 * Make sure that the stack lasts for a call that leads to a command: then the command
	 * has enough of it, too, and nothing overflows half way.
	 * @throws StackOverflowError if it does not
	 */
	public static void checkForCall() {
		descend(LEVELS_FOR_CALL, 1, 2, 3, 4);
	}

	/**
	 * Whether the stack lasts for a call that leads to a command.
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

	/**
	 * What is computed before the call and used after it has to be kept on the stack
	 * meanwhile.
	 */
	private static long descend(int levels, long first, long second, long third, long fourth) {
		if (levels == 0) {
			return first;
		}
		long a = first * 31 + levels;
		long b = second * 37 + a;
		long c = third * 41 + b;
		long d = fourth * 43 + c;
		long e = a ^ (b >>> 7);
		long f = b ^ (c >>> 11);
		long g = c ^ (d >>> 13);
		long h = d ^ (a >>> 17);
		long below = descend(levels - 1, e, f, g, h);
		return below + a * b + c * d + e * f + g * h + first * second + third * fourth;
	}

}
