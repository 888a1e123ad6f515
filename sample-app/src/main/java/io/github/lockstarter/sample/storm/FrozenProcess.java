package io.github.lockstarter.sample.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that stands still until this is closed, or until this JVM ends, even if the
 * JVM is killed: then the helper, whose standard input ends, lets the process go on.
 */
class FrozenProcess implements AutoCloseable {

	/**
	 * Whether processes can be stopped here.
	 */
	static final boolean SUPPORTED = !System.getProperty("os.name").startsWith("Windows");

	private static final String UNTIL_INPUT_ENDS = """
			trap '' INT HUP TERM
			kill -STOP "$0" || exit
			echo frozen
			cat > /dev/null
			kill -CONT "$0"
			""";

	private final Process helper;

	FrozenProcess(long pid) {
		try {
			this.helper = new ProcessBuilder(List.of("sh", "-c", UNTIL_INPUT_ENDS, Long.toString(pid)))
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			if (!"frozen".equals(this.helper.inputReader().readLine())) {
				throw new IllegalStateException("Process " + pid + " can't be stopped");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.helper.getOutputStream().close();
			this.helper.waitFor(5, TimeUnit.SECONDS);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
