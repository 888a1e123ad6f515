package io.github.lockstarter.applications;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.List;
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
 * Locked methods of Spring MVC controllers that answer later, on two instances.
 */
@Full
class WebMvcIntegrationTests {

	private static final List<String> PATHS = List.of("/callable", "/task", "/future", "/deferred", "/stream");

	private static final int REQUESTS = 60 * PATHS.size();

	private static final Instances instances = Instances.start(WebMvcApplication.class, WebApplicationType.SERVLET);

	@AfterAll
	static void close() {
		instances.close();
	}

	@Test
	void allRequestsOfBothInstancesAreCountedHoweverTheyAreAnswered() {
		Stream<CompletableFuture<HttpResponse<String>>> asked = IntStream.range(0, REQUESTS)
			.mapToObj((each) -> instances.get(each % 2, PATHS.get(each % PATHS.size())));
		assertThat(asked.toList()).allSatisfy((answer) -> assertThat(answer.join().statusCode()).isEqualTo(200));
		assertThat(WebMvcApplication.TALLY.read()).isEqualTo(REQUESTS);
		await().until(() -> !instances.isHeld("tally"));
	}

	@Test
	void aRequestThatIsNotAnsweredInTimeReleasesTheLock() {
		assertThat(instances.get(0, "/never").join().statusCode()).isEqualTo(503);
		await().until(() -> !instances.isHeld("never"));
	}

	@Test
	void aClientThatGoesAwayReleasesTheLock() throws IOException {
		try (Socket client = instances.open(1, "/ticks")) {
			await().until(() -> instances.isHeld("ticks"));
			assertThat(client.isConnected()).isTrue();
		}
		await().until(() -> !instances.isHeld("ticks"));
	}

}
