package io.github.lockstarter.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ProjectFiles;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What others made gets into a build only as it was reviewed, and gets no rights there.
 */
class SupplyChainTests {

	private static final Pattern PINNED = Pattern.compile("[\\w./-]+@[0-9a-f]{40} # v[\\d.]+");

	@Test
	void workflowsNameActionsByTheirCommits() throws IOException {
		assertThat(actions()).hasSizeGreaterThan(5).allSatisfy((action) -> assertThat(action).matches(PINNED));
	}

	@Test
	void noActionHasTwoVersions() throws IOException {
		assertThat(actions().stream().map((action) -> action.replaceFirst("^([^/]+/[^/@]+)[^@]*", "$1")).distinct())
			.extracting((action) -> action.replaceFirst("@.*", ""))
			.doesNotHaveDuplicates();
	}

	@Test
	void noCheckoutLeavesItsTokenToWhatRunsNext() throws IOException {
		assertThat(workflows()).allSatisfy((workflow) -> assertThat(workflow.split("persist-credentials: false", -1))
			.hasSameSizeAs(workflow.split("actions/checkout@", -1)));
	}

	@Test
	void workflowsMayOnlyReadUnlessAJobSaysMore() throws IOException {
		assertThat(workflows()).isNotEmpty()
			.allSatisfy((workflow) -> assertThat(workflow).contains("\npermissions:\n  contents: read\n\n"));
	}

	@Test
	void anArtifactWithAWrongChecksumEndsTheBuild() throws IOException {
		assertThat(Files.readAllLines(ProjectFiles.find(".mvn/maven.config"))).contains("--strict-checksums");
	}

	private static List<String> actions() throws IOException {
		return workflows().stream()
			.flatMap(String::lines)
			.filter((line) -> line.contains("uses: "))
			.map((line) -> line.replaceFirst(".*uses: ", ""))
			.toList();
	}

	private static List<String> workflows() throws IOException {
		try (Stream<Path> files = Files.list(ProjectFiles.find(".github/workflows"))) {
			return files.map(SupplyChainTests::read).toList();
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
