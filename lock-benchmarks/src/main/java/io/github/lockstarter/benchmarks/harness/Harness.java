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
 * Runs the chosen scenarios: round by round, in each every contender in fresh JVMs.
 */
public final class Harness {

	private final Options options;

	private final Measurements measurements;

	private final Progress progress;

	/**
	 * Create one.
	 * @param options what to measure
	 * @throws IOException if earlier results are to be kept and can't be read
	 */
	public Harness(Options options) throws IOException {
		this.options = options;
		this.measurements = options.keep() ? Measurements.read(options.directory()).without(options.scenarios())
				: new Measurements();
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
			this.measurements.add(Circumstances.of(this.options, servers), this.options.scenarios());
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

	private void run(Servers servers, Suite suite, int round) {
		List<Run> runs = new ArrayList<>(contenders(suite)
			.map((contender) -> new Run(servers.server(Contenders.store(contender)), contender, this.options))
			.toList());
		Collections.rotate(runs, round - 1);
		try {
			for (Scenario scenario : suite.scenarios()) {
				List<Run> those = runs.stream().filter((run) -> takesPart(suite, scenario, run.contender())).toList();
				for (Point point : scenario.points()) {
					if (point.inOneGo()) {
						measureAlone(those, runs, scenario, point, round);
					}
					else {
						measure(those, scenario, point, round);
					}
				}
			}
		}
		finally {
			runs.forEach(Run::close);
		}
		runs.stream()
			.filter((run) -> !run.configuration().isEmpty())
			.forEach((run) -> this.measurements.circumstances()
				.put("contender " + run.contender(), run.configuration()));
	}

	/**
	 * While no other's JVMs live: they send commands when they have nothing to do, too.
	 */
	private void measureAlone(List<Run> those, List<Run> all, Scenario scenario, Point point, int round) {
		for (Run run : those) {
			all.forEach(Run::close);
			measure(List.of(run), scenario, point, round);
		}
	}

	/** All warm up, one after the other, and are then measured in turns. */
	private void measure(List<Run> runs, Scenario scenario, Point point, int round) {
		String what = "round " + round + ", " + scenario.name() + ", " + point.label() + ", ";
		List<Sampling> samplings = new ArrayList<>();
		for (Run run : runs) {
			this.progress.next(what + run.contender());
			attempt(run, what, () -> samplings.add(run.begin(point)));
		}
		while (samplings.stream().anyMatch(Sampling::hasNext)) {
			samplings.removeIf((sampling) -> !attempt(sampling.run(), what, sampling::next));
			Collections.rotate(samplings, 1);
		}
		samplings.forEach((sampling) -> sampling.metrics()
			.forEach((metric, value) -> this.measurements.all()
				.add(new Measurement(scenario.name(), point.label(), sampling.run().contender(), round, metric,
						value))));
	}

	/** A failure is reported, and does not cost the results of all others. */
	private boolean attempt(Run run, String what, Runnable step) {
		try {
			step.run();
			return true;
		}
		catch (WorkerFailedException ex) {
			System.out.println(ex.getMessage());
			this.measurements.circumstances()
				.put(Measurements.NOT_MEASURED + what + run.contender(), "a worker failed");
			run.close();
			return false;
		}
	}

	/** Scenarios that have something to do. */
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
		return suite.scenarios().stream().filter((scenario) -> takesPart(suite, scenario, contender));
	}

	private boolean takesPart(Suite suite, Scenario scenario, String contender) {
		return this.options.chosen(suite, scenario) && scenario.suits(contender);
	}

	private int steps(Suite suite) {
		return contenders(suite).flatMap((contender) -> scenarios(suite, contender))
			.mapToInt((scenario) -> scenario.points().size())
			.sum();
	}

}
