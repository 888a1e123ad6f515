package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that was measured, and under which circumstances. Kept as one CSV file, whose first
 * lines are the circumstances as comments.
 *
 * @param circumstances what the report says about the run, by name
 * @param all the measurements
 */
public record Measurements(Map<String, String> circumstances, List<Measurement> all) {

	private static final String FILE = "results.csv";

	/** Beginning of the name of a circumstance that tells of a failure. */
	static final String NOT_MEASURED = "not measured, ";

	private static final String HEADER = "scenario,point,contender,round,metric,value";

	/** Nothing measured yet. */
	public Measurements() {
		this(new LinkedHashMap<>(), new ArrayList<>());
	}

	/**
	 * Leave out some scenarios, which are to be measured again.
	 * @param scenarios their names
	 * @return the circumstances and all other measurements
	 */
	Measurements without(List<String> scenarios) {
		Map<String, String> kept = new LinkedHashMap<>(this.circumstances);
		kept.keySet()
			.removeIf((name) -> name.startsWith(NOT_MEASURED)
					&& scenarios.stream().anyMatch((scenario) -> name.contains(", " + scenario + ", ")));
		return new Measurements(kept,
				new ArrayList<>(this.all.stream().filter((each) -> !scenarios.contains(each.scenario())).toList()));
	}

	/**
	 * Add the circumstances of what is measured now. Where they differ from those of the
	 * measurements that are kept, they are told apart.
	 * @param circumstances by name
	 * @param scenarios what is measured now
	 */
	void add(Map<String, String> circumstances, List<String> scenarios) {
		boolean first = this.circumstances.isEmpty();
		String of = " (" + String.join(", ", scenarios) + ")";
		circumstances.forEach((name, value) -> {
			if (first) {
				this.circumstances.put(name, value);
			}
			else if (!value.equals(this.circumstances.get(name))) {
				this.circumstances.put(name + of, value);
			}
		});
	}

	/**
	 * Write the file.
	 * @param directory where
	 * @throws IOException if it can't be written
	 */
	public void write(Path directory) throws IOException {
		List<String> lines = new ArrayList<>();
		this.circumstances.forEach((name, value) -> lines.add("# " + name + ": " + value));
		lines.add(HEADER);
		for (Measurement each : this.all) {
			lines.add(String.join(",", each.scenario(), each.point(), each.contender(), Integer.toString(each.round()),
					each.metric(), Double.toString(each.value())));
		}
		Files.createDirectories(directory);
		Files.write(directory.resolve(FILE), lines);
	}

	/**
	 * Read the file.
	 * @param directory where it is
	 * @return what was measured
	 * @throws IOException if it can't be read
	 */
	public static Measurements read(Path directory) throws IOException {
		Measurements measurements = new Measurements();
		for (String line : Files.readAllLines(directory.resolve(FILE))) {
			if (line.startsWith("# ")) {
				int colon = line.indexOf(": ");
				measurements.circumstances.put(line.substring(2, colon), line.substring(colon + 2));
			}
			else if (!line.equals(HEADER)) {
				String[] fields = line.split(",", -1);
				measurements.all.add(new Measurement(fields[0], fields[1], fields[2], Integer.parseInt(fields[3]),
						fields[4], Double.parseDouble(fields[5])));
			}
		}
		return measurements;
	}

}
