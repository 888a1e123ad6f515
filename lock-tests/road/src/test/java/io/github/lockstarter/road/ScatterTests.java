package io.github.lockstarter.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ProjectFiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * In how many files of the library's main code a feature is mentioned. The files are
 * noted, and their number is the limit.
 */
class ScatterTests {

	private static final List<String> MODULES = List.of("lock-core", "lock-redis", "lock-quorum", "lock-jdbc",
			"lock-autoconfigure", "lock-boot3");

	private static final String NOTED = "lock-tests/road/src/test/resources/scatter/";

	@ParameterizedTest
	@EnumSource
	void noFurtherFileMentionsIt(Feature feature) throws IOException {
		List<String> seen = filesThatMention(feature.pattern);
		Path noted = ProjectFiles.find(NOTED + feature.file());
		Path written = Files.createDirectories(Path.of("target", "scatter")).resolve(feature.file());
		Files.write(written, seen);
		List<String> known = Files.readAllLines(noted);
		assertThat(seen)
			.as("""
					files that mention %s, by the pattern %s;
					new are %s, gone are %s;
					there may not be more, and if there are fewer, %s has to become %s""", feature, feature.pattern,
					without(seen, known), without(known, seen), noted, written.toAbsolutePath())
			.hasSameSizeAs(known);
	}

	private static List<String> filesThatMention(Pattern pattern) throws IOException {
		List<String> files = new ArrayList<>();
		for (String module : MODULES) {
			Path sources = ProjectFiles.find(module + "/src/main");
			try (Stream<Path> all = Files.walk(sources)) {
				all.filter(ScatterTests::isCode)
					.filter((file) -> pattern.matcher(text(file)).find())
					.map((file) -> module + "/" + sources.relativize(file).toString().replace('\\', '/'))
					.sorted()
					.forEach(files::add);
			}
		}
		return files;
	}

	private static boolean isCode(Path file) {
		return file.toString().endsWith(".java") || file.toString().endsWith(".lua");
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> without(Collection<String> all, Collection<String> others) {
		return all.stream().filter((each) -> !others.contains(each)).toList();
	}

	private enum Feature {

		FAIR_LOCKS("(?i:fair)|\\bages?\\b|isOlder|othersSince"),

		SHARES("\\bShares?\\b|[sS]hared[A-Z]|isShared|\\bshare\\(|Readers\\b"),

		MINIMUM_HOLD("keepFor|minHold|MIN_HOLD"),

		LEAKS("(?i:dropped|leak)|CallSite"),

		STACK_PROBE("(?i:stackprobe)"),

		RESERVED_TOKENS("[rR]eserved|passes"),

		BACK_OFF("(?i:back-?off)|[pP]oller"),

		ADAPTIVE_LEASES("(?i:adaptive)");

		private final Pattern pattern;

		Feature(String pattern) {
			this.pattern = Pattern.compile(pattern);
		}

		String file() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt";
		}

	}

}
