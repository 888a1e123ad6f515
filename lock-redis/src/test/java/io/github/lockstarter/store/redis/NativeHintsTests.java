package io.github.lockstarter.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
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

	@Test
	void fieldsThatAreReadByNameAreIncluded() throws Exception {
		Set<Field> included = new HashSet<>();
		for (JsonNode type : read("reflect-config.json")) {
			for (JsonNode field : type.get("fields")) {
				included.add(Class.forName(type.get("name").asString()).getDeclaredField(field.get("name").asString()));
			}
		}
		assertThat(included).containsExactlyInAnyOrder(RedisClient.class.getDeclaredField("redisURI"),
				RedisClusterClient.class.getDeclaredField("initialUris"),
				RedisClusterClient.class.getDeclaredField("partitions"));
	}

	private static JsonNode read(String name) throws IOException {
		try (InputStream file = RedisLockStore.class.getResourceAsStream(HINTS + name)) {
			return new ObjectMapper().readTree(Objects.requireNonNull(file));
		}
	}

}
