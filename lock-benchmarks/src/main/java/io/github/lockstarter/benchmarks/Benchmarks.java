package io.github.lockstarter.benchmarks;

import java.io.IOException;

import io.github.lockstarter.benchmarks.harness.Harness;
import io.github.lockstarter.benchmarks.harness.Measurements;
import io.github.lockstarter.benchmarks.harness.Options;
import io.github.lockstarter.benchmarks.harness.QueueRun;
import io.github.lockstarter.benchmarks.jmh.LocalRun;
import io.github.lockstarter.benchmarks.report.Report;

/**
 * The main class: measures, and writes the report. It is told what to do by system
 * properties that begin with {@code benchmarks.}; with {@code benchmarks.report} it only
 * makes the report again, from the results of an earlier run.
 */
public final class Benchmarks {

	private Benchmarks() {
	}

	/**
	 * Run.
	 * @param arguments none
	 * @throws IOException if Redis or a worker can't be started, or a file not be written
	 */
	public static void main(String[] arguments) throws IOException {
		Options options = Options.read(Benchmarks::property);
		if (!Boolean.parseBoolean(property("report"))) {
			Measurements measurements = new Harness(options).run();
			if (options.chosen(QueueRun.SCENARIO)) {
				QueueRun.addTo(measurements, options.rounds());
			}
			if (options.chosen(LocalRun.SCENARIO)) {
				LocalRun.addTo(measurements);
			}
			measurements.write(options.directory());
		}
		String report = new Report(Measurements.read(options.directory())).write(options.directory());
		System.out.println(report);
		System.out.println("Written to " + options.directory().toAbsolutePath().normalize());
	}

	private static String property(String name) {
		return System.getProperty("benchmarks." + name, "").trim();
	}

}
