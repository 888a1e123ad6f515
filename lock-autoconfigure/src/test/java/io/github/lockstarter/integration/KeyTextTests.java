package io.github.lockstarter.integration;

import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import io.github.lockstarter.LockKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KeyTextTests extends TwoRegistries {

	@ParameterizedTest
	@MethodSource
	void aKeyIsItsText(Object key, String text) {
		this.registry.obtain(key).lock();
		assertThat(this.client.held()).singleElement().satisfies((held) -> assertThat(held.key()).isEqualTo(text));
		this.registry.obtain(key).unlock();
	}

	static Stream<Arguments> aKeyIsItsText() {
		return Stream.of(Arguments.of("order 42", "order 42"), Arguments.of(42L, "42"),
				Arguments.of(new UUID(1, 2), "00000000-0000-0001-0000-000000000002"),
				Arguments.of(ChronoUnit.DAYS, "DAYS"), Arguments.of(Path.of("in", "orders"), "in/orders"));
	}

	@Test
	void aKeyThatIsMissingIsRefused() {
		assertRefused(null, "A key to lock is null; give each lock a key of its own.");
		assertRefused(" ", "A key to lock is blank; give each lock a key of its own.");
	}

	@Test
	void aKeyWhoseTextIsNotTheSameEverywhereIsRefused() {
		assertRefused(new Object(),
				"A key to lock is java.lang.Object, whose text differs from object to object; lock an identifier of it.");
		assertRefused(new int[] { 1 }, "A key to lock is [I, which is not text; lock a text made of its elements.");
	}

	private void assertRefused(@Nullable Object key, String message) {
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.registry.obtain(key))
			.withMessage(message);
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.registry.renewLock(key))
			.withMessage(message);
	}

	@ParameterizedTest
	@MethodSource
	void aKeyOfSeveralPartsIsRefused(Object key) {
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.registry.obtain(key))
			.withMessageEndingWith(", which is not text; lock a text made of its elements.");
	}

	static Stream<Object> aKeyOfSeveralPartsIsRefused() {
		return Stream.of(Map.of("a", 1), List.of(1));
	}

}
