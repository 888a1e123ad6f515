package io.github.lockstarter.road;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import net.bytebuddy.asm.Advice;

/**
 * Notes each method of the library that a thread enters. Public, since the library's
 * methods call it.
 */
public final class Footsteps {

	/** Apart for each thread, so that the order in which threads run does not count. */
	private static final Map<Thread, List<String>> STEPS = new LinkedHashMap<>();

	private static long count;

	private static boolean recording;

	private Footsteps() {
	}

	/**
	 * Called at the start of each method and constructor.
	 * @param type the class that declares it
	 */
	public static void enter(String type) {
		synchronized (STEPS) {
			count++;
			if (recording) {
				STEPS.computeIfAbsent(Thread.currentThread(), (thread) -> new ArrayList<>()).add(type);
			}
		}
	}

	/**
	 * Count the methods that were entered since this JVM started.
	 */
	static long count() {
		synchronized (STEPS) {
			return count;
		}
	}

	static void record() {
		synchronized (STEPS) {
			STEPS.clear();
			recording = true;
		}
	}

	static Walk stop() {
		synchronized (STEPS) {
			recording = false;
			return Walk.of(STEPS.values());
		}
	}

	/** Runs at the start of each method of the library. */
	static final class Advised {

		private Advised() {
		}

		@Advice.OnMethodEnter
		static void enter(@Advice.Origin("#t") String type) {
			Footsteps.enter(type);
		}

	}

}
