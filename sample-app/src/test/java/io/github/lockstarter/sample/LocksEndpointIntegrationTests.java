package io.github.lockstarter.sample;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows what an operator gets over HTTP.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.storm.on-start=false", "sample.meeting-point=false" })
@Tag("full")
class LocksEndpointIntegrationTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LockClient locks;

	private RestTestClient client;

	@BeforeEach
	void connect() {
		this.client = RestTestClient.bindToServer().baseUrl("http://localhost:" + this.port + "/actuator").build();
	}

	@Test
	void listsWhatThisInstanceHolds() {
		try (LockHandle held = this.locks.lock("kettle/1").name("stock").acquire()) {
			body("/locks").jsonPath("$.held[?(@.key=='kettle/1')].name")
				.isEqualTo("stock")
				.jsonPath("$.held[?(@.key=='kettle/1')].state")
				.isEqualTo("HELD")
				.jsonPath("$.held[?(@.key=='kettle/1')].lease")
				.isEqualTo("PT30S")
				.jsonPath("$.held[?(@.key=='kettle/1')].fencingToken")
				.isEqualTo(held.fencingToken())
				.jsonPath("$.held[?(@.key=='kettle/1')].thread")
				.isEqualTo(Thread.currentThread().getName())
				.jsonPath("$.waiting")
				.isArray()
				.jsonPath("$.adaptiveLeases")
				.isMap();
		}
	}

	@Test
	void showsOneLockWhoseKeyHasASlash() {
		try (LockHandle held = this.locks.lock("kettle/2").acquire()) {
			body("/locks/kettle/2").jsonPath("$.key")
				.isEqualTo("kettle/2")
				.jsonPath("$.held")
				.isEqualTo(true)
				.jsonPath("$.holder.application")
				.isEqualTo("sample-app")
				.jsonPath("$.holder.fencingToken")
				.isEqualTo(held.fencingToken())
				.jsonPath("$.holder.since")
				.value(String.class, (since) -> assertThat(since).matches("\\d{4}-\\d\\d-\\d\\dT.*Z"))
				.jsonPath("$.holder.remaining")
				.value(String.class, (remaining) -> assertThat(remaining).startsWith("PT"))
				.jsonPath("$.waiters")
				.isEqualTo(0);
		}
	}

	@Test
	void listsTheLocksOfAllInstances() {
		try (LockHandle held = this.locks.lock("kettle/3").acquire()) {
			assertThat(held.isValid()).isTrue();
			body("/locks?scope=store&count=1000").jsonPath("$.locks[?(@.key=='kettle/3')].held").isEqualTo(true);
		}
	}

	@Test
	void releasesALockByForce() {
		try (LockHandle held = this.locks.lock("kettle/4").acquire()) {
			this.client.delete()
				.uri("/locks/kettle/4?token={token}", held.fencingToken())
				.exchange()
				.expectStatus()
				.isOk()
				.expectBody()
				.jsonPath("$.released")
				.isEqualTo(true)
				.jsonPath("$.message")
				.isNotEmpty();
			body("/locks/kettle/4").jsonPath("$.held").isEqualTo(false);
			assertThat(held.keys()).containsExactly("kettle/4");
		}
	}

	@Test
	void saysWhatIsWrongWithARequest() {
		this.client.get().uri("/locks?scope=moon").exchange().expectStatus().isBadRequest();
		this.client.get()
			.uri("/locks/{key}", " ")
			.exchange()
			.expectStatus()
			.isBadRequest()
			.expectBody()
			.jsonPath("$.message")
			.isNotEmpty();
	}

	@Test
	void healthAndMetricsKnowOfLocks() {
		this.locks.lock("kettle/5").name("stock").run(() -> assertThat(this.port).isPositive());
		body("/health/locks").jsonPath("$.status").isEqualTo("UP").jsonPath("$.details.mode").isEqualTo("standalone");
		body("/metrics/distributed.lock.acquire?tag=name:stock&tag=outcome:acquired")
			.jsonPath("$.measurements[0].value")
			.value(Double.class, (count) -> assertThat(count).isPositive());
	}

	private RestTestClient.BodyContentSpec body(String path) {
		return this.client.get().uri(path).exchange().expectStatus().isOk().expectBody();
	}

}
