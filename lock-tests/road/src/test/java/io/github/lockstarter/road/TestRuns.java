package io.github.lockstarter.road;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ProjectFiles;

/**
 * The runs of tests in CI's scripts and workflows.
 */
final class TestRuns {

	private static final Pattern PROFILE = Pattern.compile("-P ?([\\w-]+)");

	private static final Pattern GROUPS = Pattern.compile("-Dgroups=([^\"]+)");

	private static final Pattern MODULES = Pattern.compile("-pl ([\\w,/-]+)");

	private static final Pattern ROOM = Pattern.compile("--select-package ([\\w.]+)");

	private static final Pattern SCANNED = Pattern.compile("--scan-classpath ([\\w/-]+)/target/test-classes");

	private static final Pattern TAG = Pattern.compile("--include-tag ([\\w-]+)");

	/** Whose classes the launcher finds by their packages. */
	private static final String LAUNCHED = "lock-tests/boot";

	private final Poms poms;

	private final List<TestRun> runs = new ArrayList<>();

	private TestRuns(Poms poms) {
		this.poms = poms;
	}

	static List<TestRun> read(Poms poms) throws IOException {
		TestRuns runs = new TestRuns(poms);
		for (String folder : List.of(".ci", ".github/workflows")) {
			try (Stream<Path> files = Files.list(ProjectFiles.find(folder))) {
				for (Path file : files.toList()) {
					runs.add(Files.readString(file));
				}
			}
		}
		return runs.runs;
	}

	private void add(String script) {
		for (String line : script.replaceAll("\\\\\\R\\s*", "").split("\\R")) {
			String command = line.trim();
			if (command.startsWith("#")) {
				continue;
			}
			if (command.contains("mvn ")) {
				addMaven(command);
			}
			if (command.contains("ConsoleLauncher")) {
				addLauncher(command);
			}
		}
	}

	/** One that names its classes runs too little to rely on. */
	private void addMaven(String command) {
		String profile = first(PROFILE, command);
		boolean verifies = command.contains(" verify");
		boolean selects = command.contains("test=") || this.poms.selects(profile);
		if (!command.contains("-DskipTests") && !selects && (verifies || command.contains(" test"))) {
			String modules = first(MODULES, command);
			Set<String> chosen = modules.isEmpty() ? Set.of() : Set.of(modules.split(","));
			this.runs.add(this.poms.run(command, chosen, profile, first(GROUPS, command), verifies));
		}
	}

	private void addLauncher(String command) {
		String tag = first(TAG, command);
		Set<String> included = tag.isEmpty() ? Set.of() : Set.of(tag);
		Matcher room = ROOM.matcher(command);
		while (room.find()) {
			this.runs.add(new TestRun(command, Set.of(LAUNCHED), room.group(1) + ".", included, Set.of(), true, true));
		}
		String scanned = first(SCANNED, command);
		if (!scanned.isEmpty()) {
			this.runs.add(new TestRun(command, Set.of(scanned), "", included, Set.of(), true, true));
		}
	}

	private static String first(Pattern pattern, String command) {
		Matcher matcher = pattern.matcher(command);
		return matcher.find() ? matcher.group(1) : "";
	}

}
