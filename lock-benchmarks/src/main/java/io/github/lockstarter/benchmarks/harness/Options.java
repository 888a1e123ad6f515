package io.github.lockstarter.benchmarks.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What to measure and how long.
 *
 * @param scenarios names of the scenarios; all if empty
 * @param contenders names of the contenders, perhaps with settings; those that the
 * scenarios choose if empty
 * @param rounds how many rounds
 * @param warmUp how long a step warms up in a JVM that has worked before
 * @param window how long a step is measured
 * @param redis host and port of a Redis to use; its own if empty
 * @param directory where the results go
 */
public record Options(List<String> scenarios, List<String> contenders, int rounds, Duration warmUp, Duration window,
		String redis, Path directory) {

	private static final Duration WARM_UP = Duration.ofMillis(800);

	/**
	 * Read them from properties.
	 * @param properties gives the value of a property, without its prefix
	 * {@code benchmarks.}, or an empty text
	 * @return the options
	 */
	public static Options read(UnaryOperator<String> properties) {
		boolean quick = Boolean.parseBoolean(properties.apply("quick"));
		String rounds = properties.apply("rounds");
		String seconds = properties.apply("seconds");
		List<String> scenarios = list(properties.apply("scenarios"));
		List<String> contenders = list(properties.apply("contenders"));
		boolean whole = !quick && (rounds + seconds).isEmpty() && scenarios.isEmpty() && contenders.isEmpty();
		String directory = properties.apply("directory");
		if (directory.isEmpty()) {
			directory = whole ? properties.apply("documentation") : "target/benchmarks";
		}
		return new Options(scenarios, contenders, rounds.isEmpty() ? (quick ? 1 : 3) : Integer.parseInt(rounds),
				quick ? WARM_UP.dividedBy(2) : WARM_UP, window(seconds, quick), properties.apply("redis"),
				Path.of(directory));
	}

	private static Duration window(String seconds, boolean quick) {
		if (seconds.isEmpty()) {
			return quick ? Duration.ofMillis(400) : Duration.ofSeconds(1);
		}
		return Duration.ofMillis((long) (1000 * Double.parseDouble(seconds)));
	}

	private static List<String> list(String value) {
		return value.isEmpty() ? List.of() : Arrays.stream(value.split(",", -1)).map(String::trim).toList();
	}

	boolean chosen(Scenario scenario) {
		return this.scenarios.isEmpty() || this.scenarios.contains(scenario.name());
	}

}
