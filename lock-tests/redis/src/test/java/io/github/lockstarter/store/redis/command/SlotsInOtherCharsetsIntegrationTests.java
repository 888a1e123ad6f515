package io.github.lockstarter.store.redis.command;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

import io.github.lockstarter.testing.ChildJvm;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the slots of keys in a JVM whose own charset is not that in which keys are
 * sent, as in many containers.
 */
class SlotsInOtherCharsetsIntegrationTests {

	@ParameterizedTest
	@ValueSource(strings = { "US-ASCII", "windows-1252", "UTF-8" })
	void aKeyHasTheSlotOfItsTextInUtf8(String charset) {
		try (ChildJvm child = ChildJvm.startWith("-Dfile.encoding=" + charset, SlotsChild.class)) {
			assertThat(child.await("charset")).isEqualTo(charset);
			assertThat(child.await("slots")).isEqualTo(SlotsChild.KEYS.stream()
				.map((key) -> String.valueOf(SlotHash.getSlot(key.getBytes(StandardCharsets.UTF_8))))
				.collect(Collectors.joining(",")));
			assertThat(child.await("channels")).isEqualTo(SlotsChild.channels());
		}
	}

}
