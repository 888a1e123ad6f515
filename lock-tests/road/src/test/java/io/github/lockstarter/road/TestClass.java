package io.github.lockstarter.road;

import java.util.List;
import java.util.Set;

/**
 * A class of tests, as its source shows it.
 *
 * @param module the folder of its module; of tests that are published, that of its main
 * code
 * @param name the full name of the class
 * @param tags the tags of the class, its base classes and its annotations
 * @param tagsOfMembers for each method or nested class that has tags of its own, all tags
 * that apply to it
 */
record TestClass(String module, String name, Set<String> tags, List<Set<String>> tagsOfMembers) {

	boolean isIntegrationTest() {
		return this.name.endsWith("IntegrationTests");
	}

	@Override
	public String toString() {
		return this.name + " in " + this.module;
	}

}
