package io.github.lockstarter.road;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.lockstarter.testing.ProjectFiles;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What the build's main POM says about tags, without and with a profile.
 */
final class Poms {

	private static final String EXCLUDED = "tests.excluded";

	private final Set<String> excluded;

	private final Set<String> tooNew;

	private final Map<String, Element> profiles = new HashMap<>();

	private final Element properties;

	Poms() throws Exception {
		Path pom = ProjectFiles.find("pom.xml");
		Element project = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(pom.toFile())
			.getDocumentElement();
		this.properties = children(project, "properties")[0];
		this.excluded = tags(text(this.properties, EXCLUDED));
		this.tooNew = tags(text(this.properties, "tests.too-new"));
		for (Element profile : children(children(project, "profiles")[0], "profile")) {
			this.profiles.put(text(profile, "id"), profile);
		}
	}

	/**
	 * The tags that keep a class out of the default build.
	 */
	Set<String> excluded() {
		Set<String> all = new HashSet<>(this.excluded);
		all.addAll(this.tooNew);
		return all;
	}

	/**
	 * The number of seeds that the simulation plays.
	 * @param profile a profile that sets it, or an empty text for none
	 */
	int seeds(String profile) {
		Element chosen = profile.isEmpty() ? this.properties
				: children(Objects.requireNonNull(this.profiles.get(profile)), "properties")[0];
		return Integer.parseInt(text(chosen, "simulation.seeds"));
	}

	/**
	 * What a command of Maven runs.
	 * @param profile the profile that it activates, an empty text for none
	 * @param selected the tags that it selects, an empty text for all
	 */
	TestRun run(String command, Set<String> modules, String profile, String selected, boolean integrationTests) {
		Set<String> left = new HashSet<>(excluded());
		Set<String> groups = selected.isEmpty() ? Set.of() : tags(selected);
		boolean unitTests = true;
		Element chosen = this.profiles.get(profile);
		if (chosen != null) {
			if (has(chosen, EXCLUDED)) {
				left = new HashSet<>(tags(text(chosen, EXCLUDED)));
				left.addAll(this.tooNew);
			}
			groups = has(chosen, "groups") ? tags(text(chosen, "groups")) : groups;
			unitTests = !has(chosen, "skip");
		}
		return new TestRun(command, modules, "", groups, left, unitTests, integrationTests);
	}

	/**
	 * Whether a profile runs only classes that it names.
	 */
	boolean selects(String profile) {
		Element chosen = this.profiles.get(profile);
		return chosen != null && has(chosen, "test");
	}

	private static boolean has(Element element, String name) {
		return element.getElementsByTagName(name).getLength() > 0;
	}

	private static String text(Element element, String name) {
		return element.getElementsByTagName(name).item(0).getTextContent().trim();
	}

	private static Element[] children(Element element, String name) {
		NodeList nodes = element.getElementsByTagName(name);
		return IntStream.range(0, nodes.getLength())
			.mapToObj((index) -> (Element) nodes.item(index))
			.filter((each) -> each.getParentNode() == element)
			.toArray(Element[]::new);
	}

	private static Set<String> tags(String text) {
		return Set.of(text.split("[,|\\s]+"));
	}

}
