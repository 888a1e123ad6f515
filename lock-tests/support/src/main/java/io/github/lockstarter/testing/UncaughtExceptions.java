package io.github.lockstarter.testing;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Exceptions that end a thread of a child JVM, which nobody would notice: its other
 * threads go on.
 */
public final class UncaughtExceptions {

	/** The word before the exception in the output. */
	public static final String DIED = "DIED";

	private static final int STATUS = 3;

	private UncaughtExceptions() {
	}

	/**
	 * Let each of them end this JVM from now on.
	 */
	public static void endThisJvm() {
		Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
			StringWriter trace = new StringWriter();
			failure.printStackTrace(new PrintWriter(trace, true));
			System.out.println(DIED + " " + thread.getName() + ": " + trace);
			System.out.flush();
			Runtime.getRuntime().halt(STATUS);
		});
	}

}
