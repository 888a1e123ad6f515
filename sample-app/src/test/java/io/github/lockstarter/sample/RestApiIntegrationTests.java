package io.github.lockstarter.sample;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.storm.on-start=false", "sample.meeting-point=false" })
@Tag("full")
class RestApiIntegrationTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LockClient locks;

	private RestTestClient client;

	@BeforeEach
	void connect() {
		this.client = RestTestClient.bindToServer().baseUrl("http://localhost:" + this.port).build();
	}

	@Test
	void shipsAnOrderFromTheStock() {
		int before = quantityOf("kettle");
		this.client.post()
			.uri("/orders")
			.body(Map.of("itemId", "kettle", "quantity", 2))
			.exchange()
			.expectStatus()
			.isCreated()
			.expectBody()
			.jsonPath("$.status")
			.isEqualTo("SHIPPED");
		assertThat(quantityOf("kettle")).isEqualTo(before - 2);
		this.client.get().uri("/orders").exchange().expectBody().jsonPath("$[0].itemId").isEqualTo("kettle");
	}

	@Test
	void saysThatAnItemIsSoldOut() {
		int before = quantityOf("scale");
		this.client.post()
			.uri("/orders")
			.body(Map.of("itemId", "scale", "quantity", 10_000))
			.exchange()
			.expectBody()
			.jsonPath("$.status")
			.isEqualTo("SOLD_OUT");
		assertThat(quantityOf("scale")).isEqualTo(before);
	}

	@Test
	void refusesAnOrderForAnUnknownItem() {
		this.client.post()
			.uri("/orders")
			.body(Map.of("itemId", "teapot", "quantity", 1))
			.exchange()
			.expectStatus()
			.isBadRequest();
		this.client.get().uri("/orders/4711").exchange().expectStatus().isNotFound();
	}

	@Test
	void rebuildsTheCatalogueOnceForManyCallers() {
		this.client.delete().uri("/catalogue").exchange().expectStatus().isNoContent();
		long before = rebuilds();
		CompletableFuture
			.allOf(Stream.generate(() -> CompletableFuture.runAsync(this::getCatalogue))
				.limit(8)
				.toArray(CompletableFuture[]::new))
			.join();
		assertThat(rebuilds()).isEqualTo(before + 1);
	}

	@Test
	void answersConflictWhileAnotherInstanceRunsAStorm() {
		try (LockHandle storm = this.locks.lock("storm").acquire()) {
			assertThat(storm.isValid()).isTrue();
			this.client.post().uri("/storms").exchange().expectStatus().isEqualTo(409);
		}
	}

	private void getCatalogue() {
		this.client.get()
			.uri("/catalogue")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.items")
			.isNotEmpty();
	}

	private long rebuilds() {
		return get("/catalogue/rebuilds", new ParameterizedTypeReference<Long>() {
		});
	}

	private int quantityOf(String itemId) {
		List<Map<String, Object>> stock = get("/stock", new ParameterizedTypeReference<>() {
		});
		return (int) stock.stream()
			.filter((item) -> itemId.equals(item.get("itemId")))
			.findFirst()
			.orElseThrow()
			.get("quantity");
	}

	private <T> T get(String path, ParameterizedTypeReference<T> type) {
		return this.client.get().uri(path).exchange().expectBody(type).returnResult().getResponseBody();
	}

}
