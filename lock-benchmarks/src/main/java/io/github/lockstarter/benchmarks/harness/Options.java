package io.github.lockstarter.benchmarks.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Choice of the measurements and of their length.
 *
 * @param scenarios names of the scenarios; all if empty
 * @param contenders names of the contenders, perhaps with settings; those that the
 * scenarios choose if empty
 * @param quick whether to leave out what takes long
 * @param rounds how many rounds
 * @param warmUp how long a slice warms up
 * @param freshWarmUp how much longer at most for each JVM that has not worked before
 * @param window how long what is quick is measured; the rest for several times as long
 * @param redis host and port of a Redis to use; its own if empty
 * @param directory where the results go
 * @param keep whether the directory keeps the results of all other scenarios
 */
public record Options(List<String> scenarios, List<String> contenders, boolean quick, int rounds, Duration warmUp,
		Duration freshWarmUp, Duration window, String redis, Path directory, boolean keep) {

	private static final Duration WARM_UP = Duration.ofMillis(150);

	private static final Duration FRESH_WARM_UP = Duration.ofSeconds(18);

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
		boolean keep = Boolean.parseBoolean(properties.apply("keep")) && !scenarios.isEmpty();
		boolean whole = !quick && (rounds + seconds).isEmpty() && scenarios.isEmpty() && contenders.isEmpty();
		String directory = properties.apply("directory");
		if (directory.isEmpty()) {
			directory = (whole || keep) ? properties.apply("documentation") : "target/benchmarks";
		}
		return new Options(scenarios, contenders, quick, rounds.isEmpty() ? (quick ? 1 : 3) : Integer.parseInt(rounds),
				WARM_UP, quick ? FRESH_WARM_UP.dividedBy(2) : FRESH_WARM_UP, window(seconds, quick),
				properties.apply("redis"), Path.of(directory), keep);
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

	/**
	 * Whether to run a scenario that has no contenders to choose from. A quick run leaves
	 * it out, unless it is asked for.
	 * @param scenario its name
	 * @return whether to run it
	 */
	public boolean chosen(String scenario) {
		return this.scenarios.isEmpty() ? !this.quick : this.scenarios.contains(scenario);
	}

	/** A quick run leaves out what takes long, unless it is asked for. */
	boolean chosen(Suite suite, Scenario scenario) {
		return this.scenarios.isEmpty() ? !this.quick || suite.quick() : this.scenarios.contains(scenario.name());
	}

}
