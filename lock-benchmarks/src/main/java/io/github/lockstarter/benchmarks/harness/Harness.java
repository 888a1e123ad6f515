package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.lockstarter.benchmarks.Contenders;

/**
 * Runs the chosen scenarios: in each round every contender once, each in fresh JVMs.
 */
public final class Harness {

	private final Options options;

	private final List<Measurement> measurements = new ArrayList<>();

	private final Map<String, String> configurations = new TreeMap<>();

	private Harness(Options options) {
		this.options = options;
	}

	/**
	 * Run.
	 * @param arguments none
	 * @throws IOException if Redis or a worker can't be started
	 */
	public static void main(String[] arguments) throws IOException {
		Options options = Options.fromSystemProperties();
		Harness harness = new Harness(options);
		try (RedisServer redis = RedisServer.open(options.redis())) {
			harness.run(redis);
		}
		harness.print();
	}

	private void run(RedisServer redis) throws IOException {
		for (Scenario scenario : Scenarios.all()) {
			if (this.options.scenarios().contains(scenario.name())) {
				run(redis, scenario);
			}
		}
	}

	private void run(RedisServer redis, Scenario scenario) throws IOException {
		List<String> contenders = this.options.contenders()
			.stream()
			.filter((contender) -> scenario.suits().contains(Contenders.suits(contender)))
			.toList();
		for (int round = 1; round <= this.options.rounds(); round++) {
			for (String contender : contenders) {
				int number = round;
				System.out.println(scenario.name() + ", round " + round + ": " + contender);
				String configuration = new Run(redis, contender, this.options).measure(scenario.points(),
						(point, metrics) -> add(scenario, point, contender, number, metrics));
				this.configurations.put(contender, configuration);
			}
		}
	}

	private void add(Scenario scenario, Point point, String contender, int round, Map<String, Double> metrics) {
		metrics.forEach((metric, value) -> this.measurements
			.add(new Measurement(scenario.name(), point.label(), contender, round, metric, value)));
		System.out.println("  " + point.label() + " " + metrics);
	}

	private void print() {
		this.configurations.forEach((contender, configuration) -> System.out.println(contender + ": " + configuration));
		System.out.println(this.measurements.size() + " measurements");
	}

}
