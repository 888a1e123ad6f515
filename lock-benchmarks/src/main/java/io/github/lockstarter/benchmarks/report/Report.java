package io.github.lockstarter.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.harness.Measurements;
import io.github.lockstarter.benchmarks.harness.Metrics;
import io.github.lockstarter.benchmarks.harness.QueueRun;
import io.github.lockstarter.benchmarks.harness.Scenario;
import io.github.lockstarter.benchmarks.harness.Scenarios;
import io.github.lockstarter.benchmarks.jmh.LocalRun;

/**
 * Writes the report: one page of Markdown, and the plots that it shows.
 */
public final class Report {

	private static final String FILE = "report.md";

	private static final String CONTENDER = "contender ";

	private static final String INTRODUCTION = """
			# Benchmarks

			Distributed locks on one Redis, on a quorum and on PostgreSQL, side by side. [How it is measured, and how to read this](README.md). The numbers
			themselves are in [results.csv](results.csv).

			Numbers are medians over the rounds. *Of the floor* is the median of the ratios to the floor in the same round,
			*spread* is the smallest and the largest round; both refer to the column before them. Each run checked that the lock
			excludes.

			Everything ran on one machine, including all servers, over its loopback interface. So a round trip is cheaper than on a
			network, and client and server take processor time from each other: trust ratios, not absolute numbers.

			""";

	private final Measurements measurements;

	private final Summary summary;

	private final StringBuilder text = new StringBuilder(INTRODUCTION);

	/**
	 * Create one.
	 * @param measurements what it reports
	 */
	public Report(Measurements measurements) {
		this.measurements = measurements;
		this.summary = new Summary(measurements.all());
	}

	/**
	 * Write it.
	 * @param directory where
	 * @return the Markdown
	 * @throws IOException if it can't be written
	 */
	public String write(Path directory) throws IOException {
		Files.createDirectories(directory);
		circumstances();
		this.text.append("## In short\n\n").append(new Budgets(this.summary).table());
		for (Scenario scenario : Scenarios.all()) {
			if (!this.summary.points(scenario.name()).isEmpty()) {
				this.text.append("## ").append(scenario.title()).append("\n\n").append(scenario.note()).append("\n\n");
				table(scenario.name(), scenario.metrics());
				plots(scenario, directory);
			}
		}
		if (!this.summary.points(QueueRun.SCENARIO).isEmpty()) {
			this.text
				.append("## Long queues\n\nProcessor time of Redis for one script, by the number of JVMs that wait for"
						+ " one lock.\n\n");
			table(QueueRun.SCENARIO, QueueRun.METRICS);
		}
		if (!this.summary.points(LocalRun.SCENARIO).isEmpty()) {
			this.text.append(
					"## Without Redis\n\nThe store in memory, measured with JMH, average time of an operation.\n\n");
			table(LocalRun.SCENARIO, LocalRun.METRICS);
		}
		Files.writeString(directory.resolve(FILE), this.text);
		return this.text.toString();
	}

	private void circumstances() {
		Map<String, String> all = this.measurements.circumstances();
		this.text.append("| | |\n|---|---|\n");
		all.forEach((name, value) -> {
			if (!name.startsWith(CONTENDER)) {
				this.text.append("| %s | %s |%n".formatted(name, value));
			}
		});
		this.text.append("\n| contender | set up as |\n|---|---|\n");
		all.keySet()
			.stream()
			.filter((name) -> name.startsWith(CONTENDER))
			.map((name) -> name.substring(CONTENDER.length()))
			.sorted(ContenderOrder.INSTANCE)
			.forEach((name) -> this.text.append("| %s | %s |%n".formatted(name, all.get(CONTENDER + name))));
		this.text.append('\n');
	}

	private void table(String scenario, List<String> metrics) {
		boolean compared = this.summary.contenders(scenario).contains(Contenders.FLOOR);
		String lead = metrics.get(0);
		this.text.append("| | contender | ").append(lead).append(compared ? " | of the floor" : "").append(" | spread");
		metrics.stream().skip(1).forEach((metric) -> this.text.append(" | ").append(metric));
		this.text.append(" |\n|---|---|---:|---:|")
			.append("---:|".repeat(metrics.size() - (compared ? 0 : 1)))
			.append('\n');
		for (String point : this.summary.points(scenario)) {
			for (String contender : this.summary.contenders(scenario)) {
				this.text.append("| ").append(point).append(" | ").append(contender).append(" | ");
				this.text.append(Numbers.text(this.summary.median(scenario, point, contender, lead))).append(" | ");
				if (compared) {
					this.text
						.append(Numbers.text(this.summary.ratio(scenario, point, contender, Contenders.FLOOR, lead)))
						.append(" | ");
				}
				this.text.append(Numbers.text(this.summary.min(scenario, point, contender, lead)))
					.append(" to ")
					.append(Numbers.text(this.summary.max(scenario, point, contender, lead)));
				metrics.stream()
					.skip(1)
					.forEach((metric) -> this.text.append(" | ")
						.append(Numbers.text(this.summary.median(scenario, point, contender, metric))));
				this.text.append(" |\n");
			}
		}
		this.text.append('\n');
	}

	private void plots(Scenario scenario, Path directory) throws IOException {
		List<String> metrics = Stream.of(scenario.metrics().get(0), Metrics.P99)
			.filter(scenario.metrics()::contains)
			.distinct()
			.toList();
		for (int i = 0; i < metrics.size(); i++) {
			String file = scenario.name() + "-" + (i + 1) + ".svg";
			new Plots(this.summary).draw(scenario.name(), metrics.get(i), directory.resolve(file));
			this.text.append("![%s: %s](%s)%n%n".formatted(scenario.title(), metrics.get(i), file));
		}
	}

}
