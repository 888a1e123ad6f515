package io.github.lockstarter.sample;

import java.io.IOException;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.sample.infrastructure.Listener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asks for what a page of another site could ask for through the browser of a user.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.storm.on-start=false", "sample.meeting-point=false" })
@Tag("full")
class OtherSitesIntegrationTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LockClient locks;

	@ParameterizedTest
	@CsvSource({ "POST, /storms", "POST, /workers/1/kill", "POST, /workers/1/freeze", "POST, /orders",
			"DELETE, /catalogue" })
	void controlNothing(String method, String path) {
		ask(method, path).expectStatus().isForbidden();
	}

	@Test
	void releaseNoLock() {
		try (LockHandle held = this.locks.lock("kettle/6").acquire()) {
			ask("DELETE", "/actuator/locks/kettle/6").expectStatus().isForbidden();
			assertThat(this.locks.lock("kettle/6").inspect().held()).isTrue();
			assertThat(held.isValid()).isTrue();
		}
	}

	@Test
	void areOnThisMachineIfTheyReachItAtAll() throws IOException {
		Listener.assertOnLoopbackOnly(this.port);
	}

	private RestTestClient.ResponseSpec ask(String method, String path) {
		return RestTestClient.bindToServer()
			.baseUrl("http://localhost:" + this.port)
			.build()
			.method(HttpMethod.valueOf(method))
			.uri(path)
			.header("Origin", "https://other.test")
			.exchange();
	}

}
