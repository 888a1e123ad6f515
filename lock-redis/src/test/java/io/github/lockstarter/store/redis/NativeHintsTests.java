package io.github.lockstarter.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what a native image is told.
 */
class NativeHintsTests {

	private static final String HINTS = "/META-INF/native-image/io.github.lockstarter/lock-redis/";

	@Test
	void everyScriptIsIncluded() throws IOException {
		Pattern included = Pattern.compile(read("resource-config.json").at("/resources/includes/0/pattern").asString());
		try (Stream<Path> scripts = Files.list(Path.of("src/main/resources/META-INF/lock-starter"))) {
			assertThat(scripts).isNotEmpty()
				.allSatisfy((script) -> assertThat("META-INF/lock-starter/" + script.getFileName()).matches(included));
		}
	}

	private static JsonNode read(String name) throws IOException {
		try (InputStream file = RedisLockStore.class.getResourceAsStream(HINTS + name)) {
			return new ObjectMapper().readTree(Objects.requireNonNull(file));
		}
	}

}
