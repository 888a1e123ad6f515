package io.github.lockstarter.sample.storm;

import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.sample.carrier.CarrierService;
import io.github.lockstarter.sample.live.EventStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Starts a storm of each kind in two worker processes, by HTTP. The leases outlast any
 * pause of a busy machine.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		args = { "--sample.storm.on-start=false", "--sample.meeting-point=false", "--sample.storm.threads=8",
				"--sample.storm.lease-time=2m", "--distributed-lock.wait-time=2m" })
@Tag("full")
class StormKindsIntegrationTests {

	private static final int ORDERS = 100;

	private static final int DELIVERIES = 2 * ORDERS;

	@LocalServerPort
	private int port;

	@Autowired
	private Storm storm;

	private RestTestClient client;

	@BeforeEach
	void connect() {
		this.client = RestTestClient.bindToServer().baseUrl("http://localhost:" + this.port).build();
	}

	@Test
	void withoutALockAllWorkGoesWrong() {
		StormResult result = run("unlocked");
		assertThat(result.isExact()).as("%s", result).isFalse();
		assertThat(result.processedTwice()).isPositive();
		assertThat(result.sideWork().parcels()).isPositive();
	}

	@Test
	void underAMutexEachOrderIsProcessedOnce() {
		StormResult result = run("mutex");
		assertExact(result);
		assertThat(result.processed()).isEqualTo(ORDERS);
		assertThat(result.sideWork()).isEqualTo(new SideWork(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
	}

	@Test
	void readersCountBesideEachOtherAndNeverBesideAnOrder() {
		StormResult result = run("readers");
		assertExact(result);
		assertThat(result.processed()).isEqualTo(ORDERS / 5);
		assertThat(result.sideWork().counts()).isEqualTo(DELIVERIES - DELIVERIES / 5);
		assertThat(result.sideWork().readersAtOnce()).isGreaterThan(1);
	}

	@Test
	void aSemaphoreLetsNoMoreThanFiveParcelsThroughAtOnce() {
		StormResult result = run("semaphore");
		assertExact(result);
		assertThat(result.sideWork().parcels()).isEqualTo(DELIVERIES);
		assertThat(result.sideWork().parcelsAtOnce()).isBetween(2L, (long) CarrierService.CAPACITY);
	}

	/** A pause between the arrival of a customer and the queue looks like overtaking. */
	@Test
	void aFairLockServesCustomersInTheirOrder() {
		StormResult result = run("fair");
		assertExact(result);
		assertThat(result.sideWork().receipts()).isEqualTo(DELIVERIES);
		assertThat(result.sideWork().overtaken()).isLessThan(DELIVERIES / 4);
	}

	@Test
	void locksOfTwoAccountsKeepTheMoneyTogether() {
		StormResult result = run("several-keys");
		assertExact(result);
		assertThat(result.sideWork().transfers()).isEqualTo(DELIVERIES);
		assertThat(result.sideWork().difference()).isZero();
	}

	@Test
	void allKindsTogetherAreExact() {
		StormResult result = run("all");
		assertExact(result);
		assertThat(result.processed()).isEqualTo(ORDERS);
		assertThat(result.sideWork().parcels()).isPositive().isEqualTo(result.sideWork().receipts());
	}

	@Test
	void refusesAnUnknownKindInOneSentence() {
		this.client.post()
			.uri("/storms?kind=spin")
			.exchange()
			.expectStatus()
			.isBadRequest()
			.expectBody()
			.jsonPath("$.detail")
			.isEqualTo("There is no such kind of storm; choose one of unlocked, mutex, readers, semaphore, fair, "
					+ "several-keys, all.");
	}

	@Test
	void strikesNoProcessThatIsNotAtAnOrder() {
		CompletableFuture<StormResult> running = CompletableFuture.supplyAsync(() -> run("semaphore", 10 * ORDERS));
		await().atMost(EventStream.PATIENCE)
			.until(() -> this.storm.status().isRunning() && this.storm.status().kind() == StormKind.SEMAPHORE);
		this.client.post().uri("/workers/1/kill").exchange().expectStatus().isEqualTo(409);
		assertThat(running).succeedsWithin(EventStream.PATIENCE);
	}

	private StormResult run(String kind) {
		return run(kind, ORDERS);
	}

	private StormResult run(String kind, int orders) {
		StormResult result = this.client.post()
			.uri("/storms?kind=" + kind + "&orders=" + orders)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(StormResult.class)
			.returnResult()
			.getResponseBody();
		assertThat(result).isNotNull();
		assertThat(this.storm.results()).containsKey(result.kind());
		return result;
	}

	private static void assertExact(StormResult result) {
		assertThat(result.isExact()).as("%s", result).isTrue();
		assertThat(result.ordersPerSecond()).isPositive();
	}

}
