package io.github.lockstarter.applications;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Locked methods of WebFlux controllers, on two instances of one thread each.
 */
@Full
class WebFluxIntegrationTests {

	private static final int REQUESTS = 400;

	private static final Instances instances = Instances.start(WebFluxApplication.class, WebApplicationType.REACTIVE);

	@AfterAll
	static void close() {
		instances.close();
	}

	@Test
	void allRequestsOfBothInstancesAreCountedThoughEachHasOneThread() {
		Stream<CompletableFuture<HttpResponse<String>>> asked = IntStream.range(0, REQUESTS)
			.mapToObj((each) -> instances.get(each % 2, "/count"));
		assertThat(asked.toList()).allSatisfy((answer) -> assertThat(answer.join().statusCode()).isEqualTo(200));
		assertThat(WebFluxApplication.TALLY.read()).isEqualTo(REQUESTS);
	}

	@Test
	void aClientThatGoesAwayReleasesTheLock() throws IOException {
		try (Socket client = instances.open(0, "/never")) {
			await().until(() -> instances.isHeld("never"));
			assertThat(client.isConnected()).isTrue();
		}
		await().until(() -> !instances.isHeld("never"));
	}

	@Test
	void aClientThatLeavesAStreamReleasesTheLock() throws IOException {
		try (Socket client = instances.open(0, "/ticks")) {
			client.setSoTimeout(30_000);
			assertThat(client.getInputStream().read()).isEqualTo('H');
			assertThat(instances.isHeld("ticks")).isTrue();
		}
		await().until(() -> !instances.isHeld("ticks"));
	}

	@Test
	void theOnlyThreadIsNotBlockedByALockThatIsAskedForOnIt() {
		assertThat(instances.get(0, "/blocking").join().body()).contains("serves connections")
			.contains("return a publisher");
	}

	@Test
	void aTimeoutReleasesTheLock() {
		assertThat(instances.get(1, "/late").join().body()).isEqualTo("late");
		await().until(() -> !instances.isHeld("late"));
	}

}
