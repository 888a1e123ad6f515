package io.github.lockstarter.sample.storm;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two workers of one JVM in place of two processes.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE,
		properties = { "sample.storm.on-start=false", "sample.storm.threads=8", "sample.meeting-point=false" })
@Tag("full")
class StormIntegrationTests {

	private static final int ORDERS = 240;

	@Autowired
	private StormRepository repository;

	@Autowired
	private DeliveryWorker worker;

	@Test
	void isExactUnderTheLock() {
		StormResult result = run(StormKind.ALL);
		assertThat(result.placed()).isEqualTo(ORDERS);
		assertThat(result.isExact()).as("%s", result).isTrue();
		assertThat(this.repository.deliveries()).isEqualTo(2 * ORDERS);
		assertThat(result.sideWork().counts()).isEqualTo(2 * ORDERS / 5);
		assertThat(result.sideWork().parcels()).isPositive()
			.isEqualTo(result.sideWork().transfers())
			.isEqualTo(result.sideWork().receipts());
	}

	@Test
	void goesWrongWithoutTheLock() {
		StormResult result = run(StormKind.UNLOCKED);
		assertThat(result.placed()).isEqualTo(ORDERS);
		assertThat(result.isExact()).as("%s", result).isFalse();
		assertThat(result.oversold() + result.processedTwice()).isPositive();
		assertThat(result.sideWork().isExact()).as("%s", result).isFalse();
	}

	private StormResult run(StormKind kind) {
		this.repository.reset(ORDERS);
		CompletableFuture<Void> other = CompletableFuture.runAsync(() -> this.worker.workOff(kind));
		this.worker.workOff(kind);
		other.join();
		return this.repository.measure(kind);
	}

}
