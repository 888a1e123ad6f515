package io.github.lockstarter;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Printable}.
 */
class PrintableTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "order:42", "a b", "Zoë €", "\uD83D\uDE00", "a\\nb", "{x}'\"%s" })
	void whatCanBeSeenStaysAsItIs(String text) {
		assertThat(Printable.of(text)).isSameAs(text);
	}

	@Test
	void linesAreEscaped() {
		assertThat(Printable.of("a\nb\r\nc\u2028d\u2029e\u0085f")).isEqualTo("a\\nb\\r\\nc\\u2028d\\u2029e\\u0085f");
	}

	@Test
	void whatCantBeSeenIsEscaped() {
		assertThat(Printable.of("\0\t\u001b[2J\u202e\uFEFF")).isEqualTo("\\u0000\\t\\u001b[2J\\u202e\\ufeff");
		assertThat(Printable.of(new String(Character.toChars(0xE0001)))).isEqualTo("\\udb40\\udc01");
	}

	@Test
	void halfOfASurrogatePairIsEscaped() {
		assertThat(Printable.of("a\uD83D")).isEqualTo("a\\ud83d");
	}

	@Test
	void eachOfSeveralIsEscaped() {
		assertThat(Printable.of(List.of("a\n", "b"))).containsExactly("a\\n", "b");
	}

}
