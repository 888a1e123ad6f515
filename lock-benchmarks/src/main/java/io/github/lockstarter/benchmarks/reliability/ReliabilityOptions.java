package io.github.lockstarter.benchmarks.reliability;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.lockstarter.benchmarks.reliability.fault.Fault;

/**
 * Choice of the trials.
 *
 * @param faults the faults
 * @param contenders names of the contenders
 * @param directory where the results go
 */
record ReliabilityOptions(List<Fault> faults, List<String> contenders, Path directory) {

	private static final List<String> CONTENDERS = List.of("lock-starter", "redisson", "spring-integration-pubsub",
			"spring-integration-spin", "shedlock");

	/**
	 * Read them from properties.
	 * @param properties gives the value of a property, without its prefix
	 * {@code reliability.}, or an empty text
	 * @return the options
	 */
	static ReliabilityOptions read(UnaryOperator<String> properties) {
		List<String> faults = list(properties.apply("faults"));
		List<String> contenders = list(properties.apply("contenders"));
		String directory = properties.apply("directory");
		if (directory.isEmpty()) {
			boolean whole = faults.isEmpty() && contenders.isEmpty();
			directory = whole ? properties.apply("documentation") : "target/reliability";
		}
		return new ReliabilityOptions(faults.isEmpty() ? Fault.all().toList() : faults.stream().map(Fault::of).toList(),
				contenders.isEmpty() ? CONTENDERS : contenders, Path.of(directory));
	}

	private static List<String> list(String value) {
		return value.isEmpty() ? List.of() : Arrays.stream(value.split(",", -1)).map(String::trim).toList();
	}

}
