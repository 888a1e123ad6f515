package io.github.lockstarter.core.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.core.hold.JvmLease;
import io.github.lockstarter.core.queue.AcquisitionPhase.Asking;
import io.github.lockstarter.core.queue.AcquisitionPhase.Idle;
import io.github.lockstarter.core.queue.AcquisitionPhase.Pausing;
import io.github.lockstarter.core.queue.AcquisitionPhase.Queued;
import io.github.lockstarter.core.queue.AcquisitionPhase.Subscribing;
import io.github.lockstarter.store.StoreFeature;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the states in docs/protocol.md are those of the code.
 */
class ProtocolPageTests {

	private static final Duration LONG = Duration.ofHours(1);

	private static final List<Row> DIALOG = rows("| state | what is known there | deadline | becomes | by |");

	private static final List<Row> LEASE = rows("| state | what is known there | becomes | by |");

	@Test
	void thePageListsEachStateOfAConversation() {
		assertThat(states(DIALOG)).containsExactlyInAnyOrderElementsOf(
				Stream
					.concat(Arrays.stream(AcquisitionPhase.class.getPermittedSubclasses())
						.map((state) -> words(state.getSimpleName())), Stream.of("each"))
					.toList());
	}

	@Test
	void eachStateHasTheDeadlineThatThePageNames() {
		Map<String, Long> deadlines = Stream
			.of(Idle.STATE, Asking.from(0, pending()), askingBehind(), Subscribing.from(0, pending()),
					Queued.from(0, pending(), LONG, new RecheckPace()), Pausing.afterFailure(0, pending()))
			.collect(Collectors.toMap((state) -> words(state.getClass().getSimpleName()), AcquisitionPhase::until));
		Map<String, Long> page = DIALOG.stream()
			.filter((row) -> row.begins() && !row.state().equals("each"))
			.collect(Collectors.toMap(Row::state, (row) -> nanos(row.cell(2))));
		assertThat(page).isEqualTo(deadlines);
	}

	@Test
	void eachRowOfAConversationHasATest() {
		List<String> tests = Arrays.stream(StoreDialogTests.class.getDeclaredMethods())
			.filter((test) -> !test.isSynthetic())
			.map((test) -> capitalized(test.getName()))
			.filter((name) -> name.contains("Becomes"))
			.toList();
		List<String> rows = DIALOG.stream().map((row) -> capitalized(row.state() + " becomes " + row.cell(3))).toList();
		assertThat(tests).hasSameSizeAs(rows);
		assertThat(rows).allSatisfy((row) -> assertThat(starting(tests, row)).as("tests whose names begin with %s", row)
			.isEqualTo(starting(rows, row)));
	}

	@Test
	void aConversationBecomesWhatThePageTellsAndNothingElse() {
		Set<String> seen = seen(Set.of());
		assertThat(seen).isSubsetOf(onPage());
		assertThat(seen).containsAll(DIALOG.stream()
			.filter((row) -> !row.state().equals("each") && !row.cell(3).equals("*a lease*"))
			.map((row) -> row.state() + " > " + row.cell(3))
			.toList());
	}

	@Test
	void itNeitherSubscribesNorQueuesInAStoreWithoutAQueue() {
		Set<String> seen = seen(Set.of(StoreFeature.QUEUE));
		assertThat(seen).isSubsetOf(onPage());
		assertThat(seen).contains("idle > pausing", "asking > pausing", "pausing > asking")
			.noneMatch((each) -> each.contains("queued") || each.contains("subscribing"));
	}

	private static Set<String> seen(Set<StoreFeature> lacks) {
		Set<String> seen = new TreeSet<>();
		for (int seed = 0; seed < 300; seed++) {
			seen.addAll(new RandomCalls(seed, lacks).transitions());
		}
		return seen;
	}

	private static Set<String> onPage() {
		Set<String> page = new TreeSet<>();
		for (Row row : DIALOG) {
			String next = row.cell(3).equals("*a lease*") ? "idle" : row.cell(3);
			Stream<String> from = row.state().equals("each") ? states(DIALOG).stream() : Stream.of(row.state());
			from.filter((state) -> !state.equals("each")).forEach((state) -> page.add(state + " > " + next));
		}
		return page;
	}

	@Test
	void thePageListsHowALeaseCanBeConfirmed() {
		Class<?> confirmation = Arrays.stream(JvmLease.class.getDeclaredClasses())
			.filter(Class::isEnum)
			.findFirst()
			.orElseThrow();
		List<String> page = LEASE.stream()
			.flatMap((row) -> Pattern.compile("`(\\w+)`").matcher(row.cell(0)).results())
			.map((found) -> found.group(1))
			.toList();
		assertThat(page)
			.containsExactlyElementsOf(Arrays.stream(confirmation.getEnumConstants()).map(Object::toString).toList());
	}

	@Test
	void thePageDescribesEachStateThatItNames() {
		assertThat(DIALOG).extracting((row) -> row.cell(3)).isSubsetOf(with("*a lease*", states(DIALOG)));
		assertThat(LEASE).extracting((row) -> row.cell(2)).isSubsetOf(with("*forgotten*", states(LEASE)));
	}

	private static PendingAcquisition pending() {
		return new PendingAcquisition(1, null, LONG);
	}

	private static AcquisitionPhase askingBehind() {
		QueuesAtWork queues = new QueuesAtWork();
		queues.all().joinBatch(Stream.of("1", "2").map((key) -> queues.waiter(key, LockOptions.NONE)).toList());
		return queues.state("2");
	}

	static String words(String name) {
		return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
	}

	/** As the name of a test has it, from {@code *a lease*} on. */
	private static String capitalized(String words) {
		return Pattern.compile("\\W*(\\w)(\\w*)\\W*")
			.matcher(words)
			.replaceAll((word) -> word.group(1).toUpperCase(Locale.ROOT) + word.group(2));
	}

	private static long starting(List<String> names, String start) {
		return names.stream().filter((name) -> name.matches(start + "([A-Z].*)?")).count();
	}

	private static List<String> with(String more, List<String> states) {
		return Stream.concat(states.stream(), Stream.of(more)).toList();
	}

	private static List<String> states(List<Row> rows) {
		return rows.stream().map(Row::state).distinct().toList();
	}

	private static long nanos(String deadline) {
		Matcher found = Pattern.compile("(\\d+) (ms|s)\\b.*|none").matcher(deadline);
		assertThat(found.matches()).as("deadline '%s'", deadline).isTrue();
		if (found.group(1) == null) {
			return AcquisitionPhase.NEVER;
		}
		TimeUnit unit = found.group(2).equals("s") ? TimeUnit.SECONDS : TimeUnit.MILLISECONDS;
		return unit.toNanos(Long.parseLong(found.group(1)));
	}

	private static List<Row> rows(String header) {
		List<Row> rows = new ArrayList<>();
		for (String line : page().lines().dropWhile((line) -> !line.equals(header)).skip(2).toList()) {
			if (!line.startsWith("|")) {
				break;
			}
			List<String> cells = Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
			String state = cells.get(0).isEmpty() ? rows.get(rows.size() - 1).state()
					: cells.get(0).replaceAll(", `.*", "");
			rows.add(new Row(state, cells));
		}
		assertThat(rows).as(header).isNotEmpty();
		return rows;
	}

	private static String page() {
		try {
			return Files.readString(Path.of("..", "docs", "protocol.md"));
		}
		catch (IOException ex) {
			throw new IllegalStateException("Run the tests from the module's directory", ex);
		}
	}

	/**
	 * One line of a table.
	 *
	 * @param state the state that it is about
	 */
	private record Row(String state, List<String> cells) {

		/** Whether it is the first one of its state. */
		boolean begins() {
			return !cell(0).isEmpty();
		}

		String cell(int index) {
			return this.cells.get(index);
		}

	}

}
