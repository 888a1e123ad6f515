package io.github.lockstarter.benchmarks.reliability;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Contenders;
import io.github.lockstarter.benchmarks.harness.Circumstances;
import io.github.lockstarter.benchmarks.harness.Measurement;
import io.github.lockstarter.benchmarks.harness.Measurements;
import io.github.lockstarter.benchmarks.harness.Progress;
import io.github.lockstarter.benchmarks.reliability.fault.Fault;
import io.github.lockstarter.benchmarks.reliability.trial.Pace;
import io.github.lockstarter.benchmarks.reliability.trial.Trial;

/**
 * Runs the chosen trials, fault by fault, one after the other.
 */
final class ReliabilityRun {

	private static final Path LOGS = Path.of("target", "reliability");

	private final ReliabilityOptions options;

	private final Measurements measurements = new Measurements();

	private final Map<String, String> circumstances = this.measurements.circumstances();

	ReliabilityRun(ReliabilityOptions options) {
		this.options = options;
	}

	Measurements run() {
		Progress progress = new Progress(
				this.options.faults().stream().mapToInt((fault) -> contenders(fault).size()).sum());
		Circumstances.addMachine(this.circumstances);
		this.circumstances.put("trial", Trial.description());
		for (Fault fault : this.options.faults()) {
			for (String contender : contenders(fault)) {
				progress.next(fault.id() + ", " + contender);
				run(fault, contender);
			}
		}
		progress.end();
		Versions.add(this.circumstances);
		return this.measurements;
	}

	private List<String> contenders(Fault fault) {
		return this.options.contenders()
			.stream()
			.filter((contender) -> fault.concerns(Contenders.traits(contender)))
			.toList();
	}

	/** A failure is reported, and does not cost the results of all others. */
	private void run(Fault fault, String contender) {
		Trial trial = new Trial(contender, fault, Pace.REPORT);
		try {
			trial.run(LOGS.resolve(fault.id()).resolve(contender))
				.forEach((figure, value) -> this.measurements.all()
					.add(new Measurement(fault.ground(), fault.id(), contender, 1, figure, value)));
			this.circumstances.put("contender " + contender, trial.configuration());
			this.circumstances.put("Redis", trial.redis() + ", on the same machine");
		}
		catch (IOException | RuntimeException ex) {
			ex.printStackTrace(System.out);
			this.circumstances.put("not measured, " + fault.id() + ", " + contender,
					String.valueOf(ex.getMessage()).lines().findFirst().orElse(""));
		}
	}

}
