package io.github.lockstarter.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.lockstarter.testing.ProjectFiles;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each model of the protocol notes which state of the scripts it follows.
 */
class ModelTests {

	private static final Path SCRIPTS = ProjectFiles.find("lock-redis/src/main/resources/META-INF/lock-starter");

	/** A name and the start of a hash, in the head of a model. */
	private static final Pattern NOTE = Pattern.compile("^ \\*   (\\S+\\.lua) +([0-9a-f]*)$", Pattern.MULTILINE);

	/**
	 * Texts that parse or inspect, and short forms, which tests compare with the whole
	 * ones.
	 */
	private static final Set<String> NOT_MODELLED = Set.of("acquire-contended.lua", "acquire-free-many.lua",
			"acquire-free.lua", "acquire-usual.lua", "burst.lua", "contended.lua", "head.lua", "inspect.lua",
			"layout.lua", "read.lua", "release-contended.lua", "release-held-many.lua", "release-held.lua",
			"release-usual.lua", "requeue-contended.lua");

	@Test
	void theModelsFollowTheScriptsAsTheyAre() throws IOException {
		List<String> stale = new ArrayList<>();
		for (Path model : files(ProjectFiles.find("model"), ".pml")) {
			Matcher note = NOTE.matcher(Files.readString(model));
			while (note.find()) {
				String hash = hash(SCRIPTS.resolve(note.group(1)));
				if (!hash.equals(note.group(2))) {
					stale.add(model.getFileName() + ": " + note.group(1) + " " + hash);
				}
			}
		}
		assertThat(stale)
			.as("Scripts have changed. Change these models accordingly, let model/check run, and note the hashes")
			.isEmpty();
	}

	@Test
	void eachScriptIsModelledUnlessItIsNamedHere() throws IOException {
		Set<String> noted = new TreeSet<>(NOT_MODELLED);
		for (Path model : files(ProjectFiles.find("model"), ".pml")) {
			NOTE.matcher(Files.readString(model)).results().forEach((note) -> noted.add(note.group(1)));
		}
		assertThat(files(SCRIPTS, ".lua")).extracting((file) -> file.getFileName().toString())
			.containsExactlyInAnyOrderElementsOf(noted);
	}

	private static List<Path> files(Path folder, String end) throws IOException {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> file.toString().endsWith(end)).sorted().toList();
		}
	}

	/** Comments and blank lines are not what a script does. */
	private static String hash(Path script) {
		try {
			String code = Files.readString(script).replaceAll("(?m)^\\s*--.*$", "").replaceAll("\\R+", "\n").strip();
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(code.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, 6);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
