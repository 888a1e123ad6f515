package io.github.lockstarter.benchmarks.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.harness.Measurement;
import io.github.lockstarter.benchmarks.harness.Measurements;
import io.github.lockstarter.benchmarks.reliability.fault.Fault;
import io.github.lockstarter.benchmarks.reliability.trial.Figures;
import io.github.lockstarter.benchmarks.reliability.trial.Pace;
import io.github.lockstarter.benchmarks.report.Numbers;

/**
 * Writes the report: one page of Markdown, with a table for each ground.
 */
final class ReliabilityReport {

	private static final String FILE = "report.md";

	private static final String INTRODUCTION = """
			# Reliability

			Distributed locks under the same faults, side by side. [What is measured, how, and how to read this](README.md).
			The numbers themselves are in [results.csv](results.csv). Each line is one trial.

			""";

	private static final List<String> COLUMNS = List.of(Figures.VIOLATIONS, Figures.LOST_PLAIN, Figures.LOST_FENCED,
			Figures.BACK, Figures.CLOSED, Figures.LATE, Figures.WORST, Figures.WRONGLY_REFUSED, Figures.LEFTOVERS,
			Figures.STUCK, Figures.REFUSED, Figures.HOLDS);

	private final Measurements measurements;

	private final StringBuilder text = new StringBuilder(INTRODUCTION);

	ReliabilityReport(Measurements measurements) {
		this.measurements = measurements;
	}

	/**
	 * Write it.
	 * @param directory where
	 * @return the Markdown
	 * @throws IOException if it can't be written
	 */
	String write(Path directory) throws IOException {
		Files.createDirectories(directory);
		this.text.append("| | |\n|---|---|\n");
		this.measurements.circumstances()
			.forEach((name, value) -> this.text.append("| %s | %s |%n".formatted(name, value)));
		this.text.append('\n').append(Comparability.TEXT);
		all().stream().map(Measurement::scenario).distinct().forEach(this::table);
		Files.writeString(directory.resolve(FILE), this.text);
		return this.text.toString();
	}

	private List<Measurement> all() {
		return this.measurements.all();
	}

	private void table(String ground) {
		this.text.append("\n## ")
			.append(ground)
			.append("\n\n| fault | contender | ")
			.append(String.join(" | ", COLUMNS))
			.append(" |\n|---|---|")
			.append("---:|".repeat(COLUMNS.size()))
			.append('\n');
		String fault = "";
		for (Row row : all().stream()
			.filter((each) -> each.scenario().equals(ground))
			.map((each) -> new Row(each.point(), each.contender()))
			.distinct()
			.toList()) {
			this.text.append("| %s | %s |"
				.formatted(row.fault().equals(fault) ? "" : description(Fault.of(row.fault())), row.contender()));
			COLUMNS.forEach((column) -> this.text.append(' ').append(cell(row, column)).append(" |"));
			this.text.append('\n');
			fault = row.fault();
		}
	}

	private static String description(Fault fault) {
		return fault.description()
				+ (fault.lease().equals(Fault.LEASE) ? "" : "; lease %d s".formatted(fault.lease().toSeconds()));
	}

	private String cell(Row row, String figure) {
		double value = all().stream()
			.filter((each) -> each.point().equals(row.fault()) && each.contender().equals(row.contender()))
			.filter((each) -> each.metric().equals(figure))
			.mapToDouble(Measurement::value)
			.findFirst()
			.orElse(Double.NaN);
		return Double.isInfinite(value) ? "not in %d s".formatted(Pace.REPORT.patience().toSeconds())
				: Numbers.text(value);
	}

	private record Row(String fault, String contender) {
	}

}
