package io.github.lockstarter;

import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.testing.StubHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LogText}.
 */
class LogTextTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "order:42", "a b", "Zoë €", "\uD83D\uDE00", "a\\nb", "{x}'\"%s" })
	void whatCanBeSeenStaysAsItIs(String text) {
		assertThat(LogText.of(text)).isSameAs(text);
	}

	@Test
	void linesAreEscaped() {
		assertThat(LogText.of("a\nb\r\nc\u2028d\u2029e\u0085f")).isEqualTo("a\\nb\\r\\nc\\u2028d\\u2029e\\u0085f");
	}

	@Test
	void whatCantBeSeenIsEscaped() {
		assertThat(LogText.of("\0\t\u001b[2J\u202e\uFEFF")).isEqualTo("\\u0000\\t\\u001b[2J\\u202e\\ufeff");
		assertThat(LogText.of(new String(Character.toChars(0xE0001)))).isEqualTo("\\udb40\\udc01");
	}

	@Test
	void theBeginningOfALongTextIsShown() {
		assertThat(LogText.of("a\nbc", 3)).isEqualTo("a\\nb…");
		assertThat(LogText.of("a\nb", 3)).isEqualTo("a\\nb");
	}

	@Test
	void halfOfASurrogatePairIsEscaped() {
		assertThat(LogText.of("a\uD83D")).isEqualTo("a\\ud83d");
	}

	@Test
	void eachOfSeveralIsEscaped() {
		assertThat(LogText.of(List.of("a\n", "b"))).containsExactly("a\\n", "b");
	}

	@Test
	void ofManyOnlyAFewAreShown() {
		assertThat(LogText.of(IntStream.rangeClosed(1, 5).mapToObj(String::valueOf).toList())).hasSize(5);
		assertThat(LogText.of(IntStream.rangeClosed(1, 1000).mapToObj(String::valueOf).toList()))
			.hasToString("[1, 2, 3, 4, 5, and 995 more]");
	}

	@Test
	void aLossOfManyKeysNamesAFew() {
		LockHandle handle = new StubHandle(
				IntStream.rangeClosed(1, 1000).mapToObj(String::valueOf).toArray(String[]::new));
		assertThat(LockLostException.of(handle)).hasMessageStartingWith("Lock '1, 2, 3, 4, 5, and 995 more' (token 7)");
		assertThat(LockLostException.of(new StubHandle("a\n", "b")).getLock()).isEqualTo("a\n, b");
	}

}
