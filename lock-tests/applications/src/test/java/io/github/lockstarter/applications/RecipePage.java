package io.github.lockstarter.applications;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

import io.github.lockstarter.testing.ProjectFiles;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page with the recipes, which shows classes as they are here.
 */
final class RecipePage {

	private static final Path SOURCES = Path.of("src", "test", "java");

	private RecipePage() {
	}

	static void assertShows(Class<?> type) {
		String source = words(SOURCES.resolve(type.getName().replace('.', '/') + ".java"));
		int start = source.contains("@Component ") ? source.indexOf("@Component ") : source.indexOf("class ");
		assertThat(words(ProjectFiles.find("docs/recipes.md"))).contains(source.substring(start).strip());
	}

	private static String words(Path file) {
		try {
			return Files.readString(file).lines().map(String::strip).collect(Collectors.joining(" "));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
