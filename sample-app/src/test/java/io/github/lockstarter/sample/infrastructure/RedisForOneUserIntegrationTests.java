package io.github.lockstarter.sample.infrastructure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asks the Redis that the sample brings along, as any user of this machine can.
 */
@DisabledOnOs(OS.WINDOWS)
class RedisForOneUserIntegrationTests {

	private EmbeddedRedis redis;

	@BeforeEach
	void start() {
		this.redis = new EmbeddedRedis();
	}

	@AfterEach
	void stop() throws IOException {
		this.redis.close();
	}

	@Test
	void listensOnThisMachineOnly() throws IOException {
		Listener.assertOnLoopbackOnly(this.redis.address().port());
	}

	@Test
	void obeysWhoKnowsItsPassword() throws IOException {
		try (Socket socket = new Socket("127.0.0.1", this.redis.address().port())) {
			assertThat(ask(socket, "EVAL 'return 1' 0")).startsWith("-NOAUTH");
			assertThat(ask(socket, "AUTH " + this.redis.address().password())).isEqualTo("+OK");
			assertThat(ask(socket, "EVAL 'return 1' 0")).isEqualTo(":1");
		}
	}

	@Test
	void hasAPasswordOfItsOwn() throws IOException {
		try (EmbeddedRedis other = new EmbeddedRedis()) {
			assertThat(this.redis.address().password()).hasSizeGreaterThanOrEqualTo(32)
				.isNotEqualTo(other.address().password());
		}
	}

	private static String ask(Socket socket, String command) throws IOException {
		socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
		return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
	}

}
