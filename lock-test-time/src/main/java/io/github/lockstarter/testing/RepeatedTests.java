package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Notes each test, or part of one, that is tried again, in a line of a file below
 * {@code target}: a repeated test that passes is seen nowhere else.
 */
final class RepeatedTests {

	/** File in which they are noted. */
	static final String FILE = "repeated.tests.file";

	private RepeatedTests() {
	}

	/** Note that what calls is tried again. */
	static void note() {
		note(StackWalker.getInstance()
			.walk((frames) -> frames.filter((frame) -> !isOfThisRoom(frame))
				.findFirst()
				.map((frame) -> frame.getClassName() + "." + frame.getMethodName())
				.orElse("unknown")));
	}

	private static boolean isOfThisRoom(StackFrame frame) {
		return frame.getClassName().equals(RepeatedTests.class.getName())
				|| frame.getClassName().equals(Undisturbed.class.getName());
	}

	/** Note that a test is repeated. */
	static void note(String test) {
		Path file = Path.of(System.getProperty(FILE, "target/repeated-tests.txt")).toAbsolutePath();
		try {
			Files.createDirectories(file.getParent());
			Files.writeString(file, test + System.lineSeparator(), StandardOpenOption.CREATE,
					StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
