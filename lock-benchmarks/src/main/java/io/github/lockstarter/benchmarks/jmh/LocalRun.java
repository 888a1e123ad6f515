package io.github.lockstarter.benchmarks.jmh;

import java.util.List;

import io.github.lockstarter.benchmarks.harness.Measurement;
import io.github.lockstarter.benchmarks.harness.Measurements;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the {@link LocalBenchmarks}.
 */
public final class LocalRun {

	/** The name of this scenario. */
	public static final String SCENARIO = "local";

	/** The metrics of this scenario. */
	public static final List<String> METRICS = List.of("ns", "± ns");

	private LocalRun() {
	}

	/**
	 * Run them.
	 * @param measurements where to add the results
	 */
	public static void addTo(Measurements measurements) {
		System.out.println("JMH: " + SCENARIO);
		try {
			for (RunResult run : new Runner(
					new OptionsBuilder().include(LocalBenchmarks.class.getName()).verbosity(VerboseMode.SILENT).build())
				.run()) {
				Result<?> result = run.getPrimaryResult();
				add(measurements, result.getLabel(), METRICS.get(0), result.getScore());
				add(measurements, result.getLabel(), METRICS.get(1), result.getScoreError());
			}
		}
		catch (RunnerException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void add(Measurements measurements, String benchmark, String metric, double value) {
		measurements.all().add(new Measurement(SCENARIO, benchmark, "lock-starter", 1, metric, value));
	}

}
