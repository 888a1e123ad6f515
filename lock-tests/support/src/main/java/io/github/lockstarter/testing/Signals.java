package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Freezes processes and lets them go on, and asks JVMs what they are doing.
 */
public final class Signals {

	private static final Duration PATIENCE = Duration.ofSeconds(15);

	private Signals() {
	}

	/**
	 * Freeze a process, as a long garbage collection does. Returns when it stands still,
	 * for a signal is delivered a little later than it is sent.
	 * @param pid the process
	 */
	public static void pause(long pid) {
		send("STOP", pid);
		Awaitility.await()
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.atMost(PATIENCE)
			.until(() -> standsStill(pid));
	}

	/**
	 * Let a process go on.
	 * @param pid the process
	 */
	public static void resume(long pid) {
		send("CONT", pid);
	}

	/**
	 * Let a JVM print the stacks of its threads.
	 * @param pid the process
	 */
	public static void dumpThreads(long pid) {
		send("QUIT", pid);
	}

	private static boolean standsStill(long pid) throws IOException {
		String state = state(pid);
		return state == null || state.equals("T") || state.equals("Z");
	}

	private static @Nullable String state(long pid) throws IOException {
		Path status = Path.of("/proc", String.valueOf(pid), "status");
		return !Files.exists(status) ? null
				: Files.readAllLines(status)
					.stream()
					.filter((line) -> line.startsWith("State:"))
					.map((line) -> line.substring("State:".length()).strip().substring(0, 1))
					.findFirst()
					.orElse(null);
	}

	private static void send(String signal, long pid) {
		try {
			int result = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid).start().waitFor();
			if (result != 0) {
				throw new IllegalStateException("Signal " + signal + " did not reach process " + pid);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
