package io.github.lockstarter.store.redis.sentinel;

import java.net.InetSocketAddress;

import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Primary}.
 */
class PrimaryTests {

	private static final int KNOWN = 4001;

	private static final int OTHER = 4002;

	private final Primary known = primary(KNOWN, 7, "first", true);

	@ParameterizedTest
	@CsvSource(textBlock = """
			6, true,  true
			6, false, false
			7, true,  true
			7, false, true
			8, true,  true
			8, false, true
			""")
	void anotherServerSupersedesUnlessAnOlderFailoverIsAllThatFewSentinelsKnow(long epoch, boolean certain,
			boolean supersedes) {
		Primary other = primary(OTHER, epoch, "second", certain);
		assertThat(other.supersedes(this.known)).isEqualTo(supersedes);
		assertThat(other.isDoubtfulTo(this.known)).isEqualTo(!supersedes);
	}

	@Test
	void itIsOfNoConsequenceHowCertainTheKnownOneWas() {
		Primary uncertain = primary(KNOWN, 7, "first", false);
		assertThat(primary(OTHER, 6, "second", false).supersedes(uncertain)).isFalse();
		assertThat(primary(OTHER, 6, "second", true).supersedes(uncertain)).isTrue();
	}

	@Test
	void theSameServerSupersedesNothing() {
		assertThat(primary(KNOWN, 8, "second", true).supersedes(this.known)).as("the same address").isFalse();
		assertThat(primary(OTHER, 8, "first", true).supersedes(this.known)).as("the same process").isFalse();
	}

	@ParameterizedTest
	@CsvSource(emptyValue = "", textBlock = """
			'',    ''
			'',    second
			first, ''
			first, second
			""")
	void serversOfWhichOneIsUnknownByNameAreTwo(String one, String two) {
		Primary first = primary(KNOWN, 7, one, true);
		Primary second = primary(OTHER, 8, two, true);
		assertThat(second.isSameServerAs(first)).isFalse();
		assertThat(second.supersedes(first)).isTrue();
	}

	@ParameterizedTest
	@CsvSource(emptyValue = "", textBlock = """
			'',    '',     7, true
			first, '',     7, true
			'',    first,  7, true
			first, first,  7, true
			first, second, 7, false
			'',    '',     0, false
			""")
	void aFailoverHasOnePrimaryWhateverItsAddressIs(String one, String two, long epoch, boolean same) {
		Primary byName = primary(KNOWN, epoch, one, true);
		Primary byAddress = primary(OTHER, epoch, two, true);
		assertThat(byAddress.isSameServerAs(byName)).isEqualTo(same);
		assertThat(byAddress.supersedes(byName)).isEqualTo(!same);
	}

	@Test
	void withTheAnswersOfAllSentinelsNothingElseChanges() {
		assertThat(primary(KNOWN, 7, "first", false).asCertain()).isEqualTo(this.known);
	}

	@Test
	void itsUriIsItsAddress() {
		assertThat(this.known.uri()).isEqualTo(RedisURI.create("127.0.0.1", KNOWN));
	}

	private static Primary primary(int port, long epoch, String runId, boolean certain) {
		return new Primary(InetSocketAddress.createUnresolved("127.0.0.1", port), epoch, runId, certain);
	}

}
