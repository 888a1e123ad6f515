package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The user whom the documentation makes, with the rights that it asks for.
 */
final class DocumentedRights {

	static final String USER = "app";

	static final String PASSWORD = "secret";

	private static final String COMMAND = "ACL SETUSER ";

	private DocumentedRights() {
	}

	/**
	 * The name of the user and the rules, without the rights to channels where the server
	 * does not know them.
	 */
	static List<String> ofUser() {
		String rules = documented(USER + " on >" + PASSWORD + " ");
		return withMore(List
			.of((ServerVersion.hasChannelRights() ? rules : rules.replaceAll(" (&\\S+|resetchannels)", "")).split(" ")),
				"+scan");
	}

	/**
	 * The same for a node of a Cluster.
	 */
	static List<String> ofClusterUser() {
		List<String> rules = withMore(ofUser(), "+cluster");
		return ServerVersion.hasShardedChannels() ? withMore(rules, "+ssubscribe") : rules;
	}

	/**
	 * The same if replicas have to acknowledge a lock.
	 */
	static List<String> ofClusterUserWithAcknowledgements() {
		return withMore(ofClusterUser(), "+wait");
	}

	private static List<String> withMore(List<String> known, String first) {
		List<String> rules = new ArrayList<>(known);
		rules.addAll(List.of(documented(USER + " " + first).substring(USER.length() + 1).split(" ")));
		return rules;
	}

	private static String documented(String beginning) {
		try {
			return Files.readAllLines(ProjectFiles.find("docs/configuration.md"))
				.stream()
				.filter((line) -> line.startsWith(COMMAND + beginning))
				.findFirst()
				.orElseThrow()
				.substring(COMMAND.length());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
