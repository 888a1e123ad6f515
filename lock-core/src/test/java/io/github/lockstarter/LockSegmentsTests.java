package io.github.lockstarter;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LockSegments}.
 */
class LockSegmentsTests {

	private final LockSegments segments = LockSegments.of("order-", 64);

	@Test
	void manyBusinessKeysAreAsManyLocksAsThereAreSegments() {
		Set<String> keys = IntStream.range(0, 10_000)
			.mapToObj((i) -> this.segments.key("customer-" + i))
			.collect(Collectors.toSet());
		assertThat(keys).hasSize(64).allMatch((key) -> key.matches("order-#\\d{1,2}"));
	}

	/** The check value of CRC-32C is E3069283: other versions have to agree. */
	@Test
	void theNumberIsTheChecksumOfTheBusinessKey() {
		assertThat(LockSegments.of("x", 65_536).key("123456789")).isEqualTo("x#" + 0x9283);
		assertThat(this.segments.key("123456789")).isEqualTo("order-#" + 0xE3069283L % 64);
		assertThat(this.segments.key("größe")).isEqualTo(LockSegments.of("order-", 64).key("größe"));
	}

	@Test
	void oneSegmentIsOneLock() {
		LockSegments one = LockSegments.of("order-", 1);
		assertThat(one.key("a")).isEqualTo(one.key("b")).isEqualTo("order-#0");
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 0, 65_537 })
	void refusesANumberThatIsNotAllowed(int count) {
		assertThatIllegalArgumentException().isThrownBy(() -> LockSegments.of("order-", count))
			.withMessage("The number of segments is '" + count + "', but it has to be from 1 to 65536.");
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", " " })
	void refusesToHaveNoPrefixAndNoBusinessKey(String nothing) {
		assertThatIllegalArgumentException().isThrownBy(() -> LockSegments.of(nothing, 64))
			.withMessageContaining("such as 'order-'");
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.segments.key(nothing))
			.withMessageContaining("'order-'");
	}

	@Test
	void showsItself() {
		assertThat(this.segments).hasToString("LockSegments[order-, 64]");
	}

}
