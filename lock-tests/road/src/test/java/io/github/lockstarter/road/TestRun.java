package io.github.lockstarter.road;

import java.util.Set;

/**
 * One run of tests that CI makes.
 *
 * @param command the command
 * @param modules the folders of its modules; all of them if there is none
 * @param room the package whose classes it runs, and no others; all of them if it is
 * empty
 * @param included tags of which one is needed; none is needed if there is none
 * @param excluded tags that are left out
 * @param unitTests whether those run that are not named IntegrationTests
 * @param integrationTests whether those run that are
 */
record TestRun(String command, Set<String> modules, String room, Set<String> included, Set<String> excluded,
		boolean unitTests, boolean integrationTests) {

	/** Published tests of the client on a store, which a module runs that has a store. */
	private static final String KIT = "lock-store-tck/src/main";

	private static final String RUNS_KIT = "lock-tests/redis";

	/** The tag by which the POM of a module with a store selects them. */
	static final String OF_KIT = "each-store";

	boolean runs(TestClass test, Set<String> tags) {
		boolean isOfKit = test.module().equals(KIT);
		return runsIn(isOfKit ? RUNS_KIT : test.module()) && (!isOfKit || tags.contains(OF_KIT))
				&& test.name().startsWith(this.room)
				&& (this.included.isEmpty() || tags.stream().anyMatch(this.included::contains))
				&& tags.stream().noneMatch(this.excluded::contains)
				&& (test.isIntegrationTest() ? this.integrationTests : this.unitTests);
	}

	private boolean runsIn(String module) {
		return this.modules.isEmpty() || this.modules.contains(module);
	}

}
