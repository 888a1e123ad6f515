package io.github.lockstarter.faults.proxy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link RespReader}.
 */
class RespReaderTests {

	private static RespReader reader(String stream) {
		return new RespReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "+OK\r\n", "-ERR no\r\n", ":42\r\n", "$5\r\nhe\r\no\r\n", "$0\r\n\r\n", "$-1\r\n",
			"*-1\r\n", "*0\r\n", "*2\r\n$1\r\na\r\n:1\r\n", "*1\r\n*1\r\n*1\r\n+deep\r\n", "_\r\n", "#t\r\n",
			",1.5\r\n", "(12345678901234567890\r\n", "=7\r\ntxt:abc\r\n", "!3\r\nbad\r\n", "~1\r\n+a\r\n",
			"%2\r\n+a\r\n:1\r\n+b\r\n*1\r\n:2\r\n", "|1\r\n+ttl\r\n:9\r\n$1\r\na\r\n",
			">3\r\n+message\r\n+channel\r\n$2\r\nhi\r\n" })
	void aFrameEndsWhereItEnds(String frame) throws IOException {
		RespReader reader = reader(frame + "+next\r\n");
		assertThat(reader.next().bytes()).asString(StandardCharsets.UTF_8).isEqualTo(frame);
		assertThat(reader.next().words()).containsExactly("next");
		assertThat(reader.next()).isNull();
	}

	@Test
	void aCommandHasItsName() throws IOException {
		RespFrame command = reader("*3\r\n$7\r\nevalsha\r\n$2\r\nab\r\n$1\r\n1\r\n").next();
		assertThat(command.command()).isEqualTo("EVALSHA");
		assertThat(command.isScript()).isTrue();
		assertThat(command.isSubscription()).isFalse();
	}

	@Test
	void messagesAreToldFromRepliesInBothProtocols() throws IOException {
		RespFrame pushed = reader(">3\r\n$7\r\nmessage\r\n+c\r\n+hi\r\n").next();
		assertThat(pushed.isMessage(false)).isTrue();
		assertThat(pushed.isReply(false)).isFalse();
		RespFrame array = reader("*3\r\n$7\r\nmessage\r\n+c\r\n+hi\r\n").next();
		assertThat(array.isMessage(false)).isFalse();
		assertThat(array.isReply(false)).isTrue();
		assertThat(array.isMessage(true)).isTrue();
		RespFrame confirmation = reader("*3\r\n$9\r\nsubscribe\r\n+c\r\n:1\r\n").next();
		assertThat(confirmation.isMessage(true)).isFalse();
		assertThat(confirmation.isReply(true)).isFalse();
	}

	@Test
	void aFrameThatBreaksOffIsNoFrame() {
		assertThatExceptionOfType(EOFException.class).isThrownBy(() -> reader("*2\r\n+a\r\n").next());
		assertThatExceptionOfType(EOFException.class).isThrownBy(() -> reader("$5\r\nab").next());
	}

	@Test
	void whatIsNotRespIsRefused() {
		assertThatIOException().isThrownBy(() -> reader("PING\r\n").next()).withMessageContaining("Not RESP");
	}

}
