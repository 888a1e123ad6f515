package io.github.lockstarter.benchmarks.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.lockstarter.benchmarks.Contenders;

/**
 * What to measure and how long, from system properties that begin with
 * {@code benchmarks.}.
 *
 * @param scenarios names of the scenarios
 * @param contenders names of the contenders, perhaps with settings
 * @param rounds how many rounds
 * @param warmUp how long each step warms up
 * @param window how long each step is measured
 * @param redis host and port of a Redis to use, or nothing
 * @param directory where the results go
 */
public record Options(List<String> scenarios, List<String> contenders, int rounds, Duration warmUp, Duration window,
		String redis, Path directory) {

	/**
	 * Read them.
	 * @return the options
	 */
	public static Options fromSystemProperties() {
		Duration window = Duration.ofMillis((long) (1000 * Double.parseDouble(get("seconds", "1"))));
		return new Options(list("scenarios", Scenarios.all().stream().map(Scenario::name).toList()),
				list("contenders", Contenders.names()), Integer.parseInt(get("rounds", "3")), window, window,
				get("redis", ""), Path.of(get("directory", "target/benchmarks")));
	}

	private static String get(String name, String preset) {
		String value = System.getProperty("benchmarks." + name, "");
		return value.isBlank() ? preset : value.trim();
	}

	private static List<String> list(String name, List<String> preset) {
		String value = get(name, "");
		return value.isEmpty() ? preset : Arrays.stream(value.split(",")).map(String::trim).toList();
	}

}
