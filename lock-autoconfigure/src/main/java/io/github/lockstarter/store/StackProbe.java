package io.github.lockstarter.store;

/**
 * Probe for the rest of the thread's stack. A stack overflow that unwinds a client
 * library or a map of the JDK half way leaves a connection or a lock that hangs for ever:
 * they count writers in and out and link queues. So it is to happen here, before they are
 * entered. Thread-safe.
 */
public final class StackProbe {

	/**
	 * A level takes 270 bytes or more, be it compiled or not. Sending a command takes
	 * less than five kilobytes, in the interpreter, a quarter of what all levels take.
	 */
	private static final int LEVELS = 64;

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
