package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
		String rules = documented();
		return List.of((ServerVersion.hasChannelRights() ? rules : rules.replaceAll(" &\\S+", "")).split(" "));
	}

	private static String documented() {
		try {
			return Files.readAllLines(Path.of("../docs/configuration.md"))
				.stream()
				.filter((line) -> line.startsWith(COMMAND + USER + " on >" + PASSWORD + " "))
				.findFirst()
				.orElseThrow()
				.substring(COMMAND.length());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
