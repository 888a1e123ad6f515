package io.github.lockstarter.autoconfigure;

import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the advice in messages about nodes of a quorum.
 */
class QuorumNodeFailuresTests {

	private final UnaryOperator<String> url = QuorumNodeFailures.ofUrl(1);

	private final UnaryOperator<String> bean = QuorumNodeFailures.ofBean("thirdRedis");

	@ParameterizedTest
	@CsvSource(quoteCharacter = '"', textBlock = """
			set 'spring.data.redis.password',            set the password in 'distributed-lock.quorum.nodes[1]'
			correct 'spring.data.redis.ssl.enabled',     correct TLS in 'distributed-lock.quorum.nodes[1]'
			correct 'spring.data.redis.port',            correct the port in 'distributed-lock.quorum.nodes[1]'
			correct 'spring.data.redis.database',        correct the database in 'distributed-lock.quorum.nodes[1]'
			let 'spring.data.redis' name the primary,    let 'distributed-lock.quorum.nodes[1]' name the primary
			as long as 'spring.data.redis.timeout',      as long as the timeout in 'distributed-lock.quorum.nodes[1]'
			""")
	void nameTheUrlOfTheNodeInPlaceOfPropertiesOfAnotherServer(String message, String advised) {
		assertThat(this.url.apply(message)).isEqualTo(advised);
	}

	@Test
	void nameTheConnectionFactoryOfTheNode() {
		assertThat(this.bean.apply("set 'spring.data.redis.username' and 'spring.data.redis.password'"))
			.isEqualTo("set the user of the connection factory 'thirdRedis' and the password of the connection factory"
					+ " 'thirdRedis'");
		assertThat(this.bean.apply("check that Redis runs there, and 'spring.data.redis'"))
			.isEqualTo("check that Redis runs there, and the connection factory 'thirdRedis'");
	}

	@Test
	void leaveOtherMessagesAsTheyAre() {
		assertThat(this.url.apply("no answer within 50 ms")).isEqualTo("no answer within 50 ms");
	}

	@Test
	void changeNothingTwice() {
		String advised = this.url.apply("check 'spring.data.redis.host'");
		assertThat(this.url.apply(advised)).isEqualTo(advised);
	}

}
