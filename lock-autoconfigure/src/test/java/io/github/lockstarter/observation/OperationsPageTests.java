package io.github.lockstarter.observation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that docs/operations.md agrees with the code.
 */
class OperationsPageTests {

	private static final String PAGE = page("operations.md");

	private static final String ALERTS = page("operations/alerts.yml");

	private static final String DASHBOARD = page("operations/dashboard.json");

	@Test
	void thePageListsEachMetricWithItsTypeItsTagsAndItsMeaning() {
		assertThat(rows("distributed.lock.", 4)).containsExactly(Arrays.stream(LockMetric.values())
			.map((metric) -> row(code(metric.getName()), metric.getType().name().toLowerCase(Locale.ROOT),
					names(metric.getKeyNames()), metric.description()))
			.toArray(String[]::new));
	}

	@Test
	void thePageListsEachObservationWithWhatItTells() {
		List<String> expected = Arrays.stream(LockObservation.values())
			.map((observation) -> code(observation.defaultName()) + ".*"
					+ Pattern.quote(names(observation.getLowCardinalityKeyNames()) + " | "
							+ names(observation.getHighCardinalityKeyNames())))
			.toList();
		assertThat(expected).hasSize(2)
			.allSatisfy((row) -> assertThat(PAGE.lines()).anyMatch((line) -> line.matches("\\| " + row + " \\|")));
	}

	@Test
	void theAlertsAndTheDashboardAreMadeOfMetricsThatThereAre() {
		List<String> known = Arrays.stream(LockMetric.values()).flatMap(OperationsPageTests::series).toList();
		assertThat(used(ALERTS)).hasSizeGreaterThan(5).isSubsetOf(known);
		assertThat(used(DASHBOARD)).hasSizeGreaterThan(10).isSubsetOf(known);
	}

	@Test
	void eachAlertIsTriedOnRecordedSeries() {
		String recorded = page("operations/alerts-tests.yml");
		assertThat(alerts()).allSatisfy((alert) -> assertThat(recorded).contains("alertname: " + alert + "\n"));
	}

	@Test
	void eachAlertSaysWhatToDo() {
		assertThat(alerts()).hasSizeGreaterThan(5)
			.allSatisfy((alert) -> assertThat(PAGE.lines()).anyMatch((line) -> line.startsWith("| `" + alert + "` |")));
	}

	private static List<String> used(String text) {
		return Pattern.compile("distributed_lock_\\w+")
			.matcher(text)
			.results()
			.map(MatchResult::group)
			.distinct()
			.toList();
	}

	private static List<String> alerts() {
		return Pattern.compile("- alert: (\\w+)").matcher(ALERTS).results().map((found) -> found.group(1)).toList();
	}

	private static Stream<String> series(LockMetric metric) {
		String name = metric.getName().replace('.', '_');
		if (metric.getType() == Meter.Type.TIMER) {
			return Stream.of(name + "_seconds_count", name + "_seconds_sum", name + "_seconds_max",
					name + "_seconds_bucket");
		}
		if (metric.getType() == Meter.Type.COUNTER) {
			return Stream.of(name + "_total");
		}
		return Stream.of((metric.getBaseUnit() != null) ? name + "_" + metric.getBaseUnit() : name);
	}

	private static List<String> rows(String prefix, int columns) {
		return PAGE.lines()
			.filter((line) -> line.startsWith("| `" + prefix))
			.filter((line) -> line.chars().filter((character) -> character == '|').count() == columns + 1)
			.filter((line) -> !line.contains("`lock."))
			.toList();
	}

	private static String row(String... cells) {
		return "| " + String.join(" | ", cells) + " |";
	}

	private static String names(KeyName[] names) {
		return Arrays.stream(names).map((name) -> code(name.asString())).collect(Collectors.joining(", "));
	}

	private static String code(String text) {
		return "`" + text + "`";
	}

	private static String page(String name) {
		try {
			return Files.readString(Path.of("..", "docs", name));
		}
		catch (IOException ex) {
			throw new IllegalStateException("Run the tests from the module's directory", ex);
		}
	}

}
