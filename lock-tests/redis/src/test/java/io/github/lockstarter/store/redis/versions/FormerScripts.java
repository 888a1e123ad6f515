package io.github.lockstarter.store.redis.versions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scripts of a former version, as they were put away.
 */
final class FormerScripts {

	private final String directory;

	private final Properties scripts = new Properties();

	private final UnaryOperator<String> edit;

	FormerScripts(String version) {
		this(version, UnaryOperator.identity());
	}

	/** Scripts with something changed in them. */
	FormerScripts(String version, UnaryOperator<String> edit) {
		this.directory = "/former/" + version + "/";
		this.edit = edit;
		try (InputStream list = open("scripts.properties")) {
			this.scripts.load(list);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A script that asks for the server by itself. */
	String text(String name) {
		String files = Objects.requireNonNull(this.scripts.getProperty(name), name);
		return this.edit.apply(Stream.of(files.split(" ", -1))
			.map(this::read)
			.collect(Collectors.joining("", "local server_id = ''\n", "")));
	}

	private String read(String file) {
		try (InputStream script = open(file + ".lua")) {
			return new String(script.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private InputStream open(String file) {
		return Objects.requireNonNull(FormerScripts.class.getResourceAsStream(this.directory + file),
				() -> this.directory + file);
	}

}
