package io.github.lockstarter.core;

import java.util.List;

import io.github.lockstarter.LockKeyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Keys}.
 */
class KeysTests {

	@ParameterizedTest
	@ValueSource(strings = { "x\ud800", "\udbff", "\udc00x", "a\udc00\ud800b" })
	void refusesHalfOfASurrogatePairWhichSeveralKeysWouldShareInTheStore(String key) {
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> Keys.sorted(List.of("good", key)))
			.withMessageContaining("The key '" + key.replaceAll("[\ud800-\udfff]", "?") + "'")
			.withMessageContaining("half of a surrogate pair");
	}

	@Test
	void takesWholePairs() {
		assertThat(Keys.sorted(List.of("key \ud83d\udd12"))).containsExactly("key \ud83d\udd12");
	}

	@Test
	void sortsByBytesAndTakesEachOnce() {
		assertThat(Keys.sorted(List.of("b", "\ud83d\udd12", "\uffe5", "a", "b"))).containsExactly("a", "b", "\uffe5",
				"\ud83d\udd12");
	}

}
