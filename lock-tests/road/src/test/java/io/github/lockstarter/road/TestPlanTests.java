package io.github.lockstarter.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ProjectFiles;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each test runs somewhere in CI. A class belongs to the default build, to the full build
 * or to one long run, by at most one of the tags that keep it out of the default build.
 */
class TestPlanTests {

	/** Compiled by Maven, and run by scripts. */
	private static final String LAUNCHED = "lock-tests/boot";

	private static final String JUNIT = "junit-platform.properties";

	private final Poms poms;

	private final List<TestClass> tests;

	private final List<TestRun> runs;

	TestPlanTests() throws Exception {
		this.poms = new Poms();
		this.tests = TestSources.read();
		this.runs = TestRuns.read(this.poms);
	}

	@Test
	void eachClassIsNamedSoThatMavenRunsIt() {
		assertThat(this.tests).hasSizeGreaterThan(400).filteredOn((test) -> !test.name().endsWith("Tests")).isEmpty();
	}

	@Test
	void eachClassBelongsToOneBuild() {
		Set<String> tags = this.poms.excluded();
		assertThat(tags).contains("full", "topologies", "virtual-threads");
		assertThat(this.tests).filteredOn((test) -> test.tags().stream().filter(tags::contains).count() > 1).isEmpty();
	}

	@Test
	void eachClassIsRunByAScriptOrAWorkflow() {
		assertThat(this.tests).filteredOn((test) -> !runs(test, test.tags())).isEmpty();
	}

	@Test
	void soIsEachMethodThatHasATagOfItsOwn() {
		assertThat(this.tests).filteredOn((test) -> !test.tagsOfMembers().stream().allMatch((tags) -> runs(test, tags)))
			.isEmpty();
	}

	@Test
	void eachModuleRunsItsIntegrationTests() {
		assertThat(this.tests).filteredOn(TestClass::isIntegrationTest)
			.extracting(TestClass::module)
			.filteredOn((module) -> !module.equals(LAUNCHED) && !module.endsWith("/src/main"))
			.filteredOn((module) -> !pom(module).contains("<artifactId>maven-failsafe-plugin</artifactId>"))
			.isEmpty();
	}

	@Test
	void eachModuleIsBuilt() {
		assertThat(modules())
			.filteredOn((module) -> !pom(parent(module))
				.contains("<module>" + module.substring(module.lastIndexOf('/') + 1) + "</module>"))
			.isEmpty();
	}

	/**
	 * JUnit reads one such file: that of lock-tests-support, or one of the module itself.
	 */
	@Test
	void aTestThatHangsIsInterruptedInEachModule() {
		String limits = file("lock-tests/support/src/main/resources/" + JUNIT);
		assertThat(limits).contains("junit.jupiter.execution.timeout.default=");
		assertThat(modules())
			.filteredOn((module) -> !pom(module).contains("<artifactId>lock-tests-support</artifactId>"))
			.isNotEmpty()
			.allSatisfy((module) -> assertThat(file(module + "/src/test/resources/" + JUNIT)).isEqualTo(limits));
	}

	/** Those with tests of their own. */
	private Set<String> modules() {
		return this.tests.stream()
			.map(TestClass::module)
			.filter((module) -> !module.endsWith("/src/main"))
			.collect(Collectors.toSet());
	}

	private static String parent(String module) {
		return module.contains("/") ? module.substring(0, module.lastIndexOf('/')) : ".";
	}

	private static String pom(String module) {
		return file(module + "/pom.xml");
	}

	private static String file(String name) {
		try {
			return Files.readString(ProjectFiles.find(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void eachTagIsKnownToARun() {
		Set<String> known = new HashSet<>(this.poms.excluded());
		known.add(TestRun.OF_KIT);
		this.runs.forEach((run) -> known.addAll(run.included()));
		Map<String, TestClass> unknown = new HashMap<>();
		for (TestClass test : this.tests) {
			Stream.concat(test.tags().stream(), test.tagsOfMembers().stream().flatMap(Set::stream))
				.filter((tag) -> !known.contains(tag))
				.forEach((tag) -> unknown.put(tag, test));
		}
		assertThat(unknown).isEmpty();
	}

	@Test
	void theSecondBuildOfCiGoesOnWhereTheSeedsOfTheFirstEnd() {
		String script = file(".ci/run");
		int first = option(script, "simulation.first");
		assertThat(first).isEqualTo(this.poms.seeds("") + 1);
		assertThat(first + option(script, "simulation.seeds") - 1).isEqualTo(this.poms.seeds("full"));
	}

	private static int option(String script, String name) {
		Matcher matcher = Pattern.compile("-D" + name + "=(\\d+)").matcher(script);
		assertThat(matcher.find()).isTrue();
		return Integer.parseInt(matcher.group(1));
	}

	private boolean runs(TestClass test, Set<String> tags) {
		return this.runs.stream().anyMatch((run) -> run.runs(test, tags));
	}

}
