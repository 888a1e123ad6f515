package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Store;

/**
 * The machine and the versions.
 */
public final class Circumstances {

	private static final Path CPU = Path.of("/proc/cpuinfo");

	private static final Path POLL = Path.of("/sys/module/haltpoll/parameters/guest_halt_poll_ns");

	private Circumstances() {
	}

	static Map<String, String> of(Options options, Servers servers) {
		Map<String, String> circumstances = new LinkedHashMap<>();
		addMachine(circumstances);
		for (Store store : servers.stores()) {
			String version = servers.server(store).version();
			if (store == Store.POSTGRESQL) {
				circumstances.put("PostgreSQL", version + ", on the same machine; fsync and synchronous_commit are on");
			}
			else {
				circumstances.putIfAbsent("Redis",
						version + (options.redis().isEmpty() ? ", on the same machine" : ""));
			}
		}
		circumstances.put("rounds", Integer.toString(options.rounds()));
		circumstances.put("measured per round",
				options.window().toMillis() + " ms, up to ten times as long, in turns with the other contenders");
		circumstances.put("warm-up", "until little is being compiled, at most " + options.freshWarmUp().toMillis()
				+ " ms for each fresh JVM, three times that for the first, and twice that before other locks, threads or work; and "
				+ options.warmUp().toMillis() + " ms before each slice");
		return circumstances;
	}

	/**
	 * Add the date, the machine and its Java.
	 * @param circumstances to what
	 */
	public static void addMachine(Map<String, String> circumstances) {
		circumstances.put("date", LocalDate.now(ZoneOffset.UTC).toString());
		circumstances.put("processor", processor() + poll());
		circumstances.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
		circumstances.put("Java",
				System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
	}

	private static String processor() {
		return Runtime.getRuntime().availableProcessors() + " × "
				+ lines(CPU).stream()
					.filter((line) -> line.startsWith("model name"))
					.map((line) -> line.substring(line.indexOf(':') + 1).trim())
					.findFirst()
					.orElse(System.getProperty("os.arch"));
	}

	/** Waking a virtual processor that sleeps may take longer than a round trip. */
	private static String poll() {
		return lines(POLL).stream()
			.filter((nanos) -> !nanos.equals("0"))
			.map((nanos) -> ", polling for " + nanos + " ns before it sleeps")
			.findFirst()
			.orElse("");
	}

	private static List<String> lines(Path file) {
		try {
			return Files.exists(file) ? Files.readAllLines(file) : List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
