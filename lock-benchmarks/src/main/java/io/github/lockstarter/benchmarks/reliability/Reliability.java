package io.github.lockstarter.benchmarks.reliability;

import java.io.IOException;

import io.github.lockstarter.benchmarks.harness.Measurements;

/**
 * The main class: tries all contenders under all faults, and writes the report. It is
 * told what to do by system properties that begin with {@code reliability.}; with
 * {@code reliability.report} it only makes the report again, from the results of an
 * earlier run.
 */
public final class Reliability {

	private Reliability() {
	}

	/**
	 * Run.
	 * @param arguments none
	 * @throws IOException if a file can't be written
	 */
	public static void main(String[] arguments) throws IOException {
		ReliabilityOptions options = ReliabilityOptions.read(Reliability::property);
		if (!Boolean.parseBoolean(property("report"))) {
			new ReliabilityRun(options).run().write(options.directory());
		}
		String report = new ReliabilityReport(Measurements.read(options.directory())).write(options.directory());
		System.out.println(report);
		System.out.println("Written to " + options.directory().toAbsolutePath().normalize());
		System.exit(0);
	}

	private static String property(String name) {
		return System.getProperty("reliability." + name, "").trim();
	}

}
