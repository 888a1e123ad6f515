package io.github.lockstarter.road;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.github.lockstarter.testing.ProjectFiles;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The measures of one way, which are noted in a file together with the files that it goes
 * through. They are never raised. Walks of the same build differ by a hundredth, as
 * threads meet in different order.
 */
final class WalkLimits {

	private static final String NOTED = "lock-tests/road/src/test/resources/road/";

	/** One part in this many may be seen more than is noted. */
	private static final int MORE = 50;

	/**
	 * One part in this many may be seen less: on a busy machine an answer may be there
	 * before a thread has set the timer that waits for it.
	 */
	private static final int LESS = 10;

	private final Path noted;

	private final List<String> lines;

	private WalkLimits(Path noted) throws IOException {
		this.noted = noted;
		this.lines = Files.readAllLines(noted);
	}

	static void check(String way, Walk walk) throws IOException {
		Path seen = Files.createDirectories(Path.of("target", "road")).resolve(way + ".txt");
		Files.write(seen, lines(walk));
		Files.write(seen.resolveSibling(way + "-crossings.txt"), walk.between());
		WalkLimits limits = new WalkLimits(ProjectFiles.find(NOTED + way + ".txt"));
		assertThat(limits.problems(walk))
			.as("""
					measures of the way '%s', which the change that gets below them lowers, and which are never raised;
					files that are not noted: %s;
					what was seen is in %s, what is noted in %s""", way, limits.newFiles(walk), seen.toAbsolutePath(),
					limits.noted)
			.isEmpty();
	}

	private static List<String> lines(Walk walk) {
		List<String> lines = new ArrayList<>();
		measured(walk).forEach((name, value) -> lines.add(name + ": " + value));
		lines.add("");
		lines.addAll(walk.files());
		return lines;
	}

	private static Map<String, Integer> measured(Walk walk) {
		Map<String, Integer> measured = new LinkedHashMap<>();
		measured.put("files", walk.files().size());
		measured.put("crossings", walk.crossings());
		measured.put("turns back", walk.turnsBack());
		measured.put("entries", walk.entries());
		return measured;
	}

	private List<String> problems(Walk walk) {
		List<String> problems = new ArrayList<>();
		measured(walk).forEach((name, value) -> {
			int noted = noted(name);
			if (value > noted + Math.max(1, noted / MORE)) {
				problems.add(name + ": " + value + ", and " + noted + " are noted");
			}
			else if (value < noted - Math.max(1, noted / LESS)) {
				problems.add(name + ": only " + value + ", so lower the noted " + noted);
			}
		});
		return problems;
	}

	private int noted(String name) {
		String start = name + ": ";
		return this.lines.stream()
			.filter((line) -> line.startsWith(start))
			.map((line) -> Integer.valueOf(line.substring(start.length())))
			.findFirst()
			.orElseThrow();
	}

	private Set<String> newFiles(Walk walk) {
		Set<String> files = new TreeSet<>(walk.files());
		files.removeAll(this.lines);
		return files;
	}

}
