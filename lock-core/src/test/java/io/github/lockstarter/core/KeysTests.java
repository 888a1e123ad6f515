package io.github.lockstarter.core;

import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.store.memory.StallProofMemory;
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
	void refusesMoreKeysThanOneCallMayLockBeforeItLocksAny() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			List<String> keys = IntStream.range(0, 1001).mapToObj(String::valueOf).toList();
			assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> client.lock(keys).acquire())
				.withMessageContaining("1001 keys, more than the 1000");
			assertThat(client.held()).isEmpty();
			client.lock(keys.subList(0, 1000)).acquire().close();
			client.lock(keys).maxKeys(1001).acquire().close();
			assertThatExceptionOfType(LockKeyException.class)
				.isThrownBy(() -> client.lock(keys.subList(0, 2)).maxKeys(1).tryAcquire());
		}
	}

	@Test
	void sortsByBytesAndTakesEachOnce() {
		assertThat(Keys.sorted(List.of("b", "\ud83d\udd12", "\uffe5", "a", "b"))).containsExactly("a", "b", "\uffe5",
				"\ud83d\udd12");
	}

}
