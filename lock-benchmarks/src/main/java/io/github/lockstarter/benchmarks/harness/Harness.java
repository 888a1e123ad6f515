package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.Store;

/**
 * Runs the chosen scenarios: round by round, in each every contender once, in fresh JVMs.
 */
public final class Harness {

	private final Options options;

	private final Measurements measurements = new Measurements();

	private final Progress progress;

	/**
	 * Create one.
	 * @param options what to measure
	 */
	public Harness(Options options) {
		this.options = options;
		this.progress = new Progress(
				Scenarios.suites().stream().mapToInt((suite) -> suite.rounds(options.rounds()) * steps(suite)).sum());
	}

	/**
	 * Run. The results are written from time to time, so that a run that ends early keeps
	 * them.
	 * @return what was measured
	 * @throws IOException if a server or a worker can't be started, or the results not be
	 * written
	 * @throws ExclusionViolatedException if a contender does not exclude
	 */
	public Measurements run() throws IOException {
		try (Servers servers = Servers.open(stores(), this.options.redis())) {
			Circumstances.add(this.measurements.circumstances(), this.options, servers);
			for (int round = 1; round <= this.options.rounds(); round++) {
				for (Suite suite : Scenarios.suites()) {
					if (round <= suite.rounds(this.options.rounds())) {
						run(servers, suite, round);
						this.measurements.write(this.options.directory());
					}
				}
			}
		}
		this.progress.end();
		return this.measurements;
	}

	private void run(Servers servers, Suite suite, int round) throws IOException {
		List<String> contenders = new ArrayList<>(contenders(suite).toList());
		Collections.rotate(contenders, round - 1);
		for (String contender : contenders) {
			try (Run run = new Run(servers.server(Contenders.store(contender)), contender, this.options)) {
				for (Scenario scenario : scenarios(suite, contender).toList()) {
					run(run, scenario, contender, round);
				}
				if (!run.configuration().isEmpty()) {
					this.measurements.circumstances().put("contender " + contender, run.configuration());
				}
			}
		}
	}

	/** What fails is reported, and does not cost the results of all others. */
	private void run(Run run, Scenario scenario, String contender, int round) throws IOException {
		for (Point point : scenario.points()) {
			String what = "round " + round + ", " + contender + ", " + scenario.name() + ", " + point.label();
			this.progress.next(what);
			try {
				run.measure(point)
					.forEach((metric, value) -> this.measurements.all()
						.add(new Measurement(scenario.name(), point.label(), contender, round, metric, value)));
			}
			catch (WorkerFailedException ex) {
				System.out.println(ex.getMessage());
				this.measurements.circumstances().put("not measured, " + what, "a worker failed");
				run.close();
			}
		}
	}

	/** Those that have something to do. */
	private Stream<String> contenders(Suite suite) {
		return suite.contenders(this.options.contenders())
			.stream()
			.filter((contender) -> scenarios(suite, contender).findAny().isPresent());
	}

	private Set<Store> stores() {
		return Scenarios.suites()
			.stream()
			.flatMap(this::contenders)
			.map(Contenders::store)
			.collect(Collectors.toCollection(() -> EnumSet.noneOf(Store.class)));
	}

	private Stream<Scenario> scenarios(Suite suite, String contender) {
		return suite.scenarios()
			.stream()
			.filter((scenario) -> this.options.chosen(suite, scenario) && scenario.suits(contender));
	}

	private int steps(Suite suite) {
		return contenders(suite).flatMap((contender) -> scenarios(suite, contender))
			.mapToInt((scenario) -> scenario.points().size())
			.sum();
	}

}
