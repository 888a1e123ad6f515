package io.github.lockstarter.store.redis.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.github.lockstarter.store.StoreTimes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the times that scripts count on with those of the client.
 */
class ScriptTimesTests {

	@Test
	void theScriptsOfRedisCountOnTheSameTimes() throws IOException {
		try (InputStream script = Script.class.getResourceAsStream("/META-INF/lock-starter/layout.lua")) {
			assertThat(new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8))
				.contains("local retention = " + StoreTimes.REMEMBERED.toMillis() + "\n");
		}
	}

}
