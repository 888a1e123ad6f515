package io.github.lockstarter.jvm;

/**
 * Runs a task with little of the thread's stack left.
 */
final class DeepStack {

	private static final int TOO_DEEP = 1 << 20;

	private DeepStack() {
	}

	/**
	 * The deepest level at which an empty task still runs.
	 */
	static int deepest() {
		return deepest(() -> {
		});
	}

	/**
	 * The deepest level at which a task still runs.
	 */
	static int deepest(Runnable task) {
		int possible = 0;
		int impossible = TOO_DEEP;
		while (impossible - possible > 1) {
			int level = (possible + impossible) / 2;
			if (overflows(level, task)) {
				impossible = level;
			}
			else {
				possible = level;
			}
		}
		return possible;
	}

	/**
	 * Run a task at a level of a recursion. What the JDK builds at run time wraps an
	 * overflow into another error.
	 * @return whether the stack overflowed
	 */
	static boolean overflows(int level, Runnable task) {
		try {
			descend(level, task);
			return false;
		}
		catch (VirtualMachineError ex) {
			return true;
		}
	}

	private static int descend(int levels, Runnable task) {
		if (levels == 0) {
			task.run();
			return 0;
		}
		return descend(levels - 1, task) + 1;
	}

}
