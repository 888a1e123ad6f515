package io.github.lockstarter.sample.live;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Reads what a browser gets.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.storm.on-start=false", "sample.meeting-point=false" })
@Tag("full")
class LivePageIntegrationTests {

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
	void servesThePageAndAllThatItLoads() {
		String page = text("/");
		assertThat(page).contains("<title>").doesNotContain("http://", "https://");
		for (String file : new String[] { "/page/page.css", "/page/main.js", "/page/charts.js", "/page/views.js",
				"/page/bars.js", "/page/kinds.js", "/page/plot.js", "/page/plotting.js",
				"/webjars/chart.js/dist/chart.umd.js" }) {
			assertThat(text(file)).as(file).isNotBlank();
		}
	}

	@Test
	void showsTheStockAsItShrinks() {
		try (EventStream page = new EventStream(this.port)) {
			int before = item(page.next("snapshot"), "kettle").get("quantity").asInt();
			this.client.post()
				.uri("/orders")
				.body(Map.of("itemId", "kettle", "quantity", 2))
				.exchange()
				.expectStatus()
				.isCreated();
			await().atMost(EventStream.PATIENCE).untilAsserted(() -> {
				JsonNode kettle = item(page.next("snapshot"), "kettle");
				assertThat(kettle.get("quantity").asInt()).isEqualTo(before - 2);
				assertThat(kettle.get("shipped").asInt()).isPositive();
				assertThat(kettle.get("oversold").asInt()).isZero();
			});
		}
	}

	@Test
	void showsWhoHoldsALockUnderWhichToken() {
		try (EventStream page = new EventStream(this.port);
				LockHandle held = this.locks.lock("stock_lock_scale").acquire()) {
			String token = Long.toString(held.fencingToken());
			JsonNode holder = await().atMost(EventStream.PATIENCE)
				.until(() -> lock(page.next("snapshot"), "stock_lock_scale").at("/holders/0"),
						(found) -> found.path("token").asString().equals(token));
			assertThat(holder.get("thread").asString()).isEqualTo(Thread.currentThread().getName());
			assertThat(holder.get("since").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
		}
	}

	@Test
	void tellsEachOfSeveralPages() {
		try (EventStream first = new EventStream(this.port); EventStream second = new EventStream(this.port)) {
			CompletableFuture<JsonNode> other = CompletableFuture.supplyAsync(() -> second.next("snapshot"));
			assertThat(first.next("snapshot").at("/storm/phase").asString()).isEqualTo("OVER");
			assertThat(other.join().get("items")).hasSize(4);
		}
	}

	@Test
	void refusesAStormOfNoOrdersOrFarTooMany() {
		this.client.post().uri("/storms?orders=0").exchange().expectStatus().isBadRequest();
		this.client.post().uri("/storms?orders=1000000").exchange().expectStatus().isBadRequest();
	}

	@Test
	void strikesNobodyWhileNoStormRuns() {
		this.client.post().uri("/workers/1/kill").exchange().expectStatus().isNotFound();
		this.client.post().uri("/workers/1/freeze").exchange().expectStatus().isNotFound();
	}

	private String text(String path) {
		String text = this.client.get()
			.uri(path)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.returnResult()
			.getResponseBody();
		return String.valueOf(text);
	}

	private static JsonNode item(JsonNode snapshot, String id) {
		return find(snapshot.get("items"), "itemId", id);
	}

	private static JsonNode lock(JsonNode snapshot, String key) {
		return find(snapshot.get("locks"), "key", key);
	}

	private static JsonNode find(JsonNode list, String name, String value) {
		return list.valueStream().filter((node) -> node.get(name).asString().equals(value)).findFirst().orElseThrow();
	}

}
