package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Deadlines}.
 */
class DeadlinesTests {

	private static final Duration AMPLY = Duration.ofSeconds(30);

	@Test
	void eachRequestThatIsNotAnsweredFails() {
		Deadlines deadlines = new Deadlines(Duration.ofMillis(100));
		for (int time = 0; time < 2; time++) {
			List<CompletableFuture<Object>> requests = Stream.generate(CompletableFuture::new).limit(20).toList();
			requests.forEach(deadlines::add);
			assertThat(requests).allSatisfy((request) -> assertThat(request).failsWithin(AMPLY)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(TimeoutException.class));
			assertThat(deadlines.size()).isZero();
		}
	}

	@Test
	void requestsThatWereAnsweredAreForgotten() {
		Deadlines deadlines = new Deadlines(AMPLY);
		for (int i = 0; i < 1000; i++) {
			CompletableFuture<Object> request = new CompletableFuture<>();
			deadlines.add(request);
			request.complete("answer");
		}
		assertThat(deadlines.size()).isEqualTo(1);
	}

	@Test
	void oneThatWasAnsweredDoesNotKeepALaterOneFromFailing() {
		Deadlines deadlines = new Deadlines(Duration.ofMillis(100));
		CompletableFuture<Object> answered = new CompletableFuture<>();
		CompletableFuture<Object> unanswered = new CompletableFuture<>();
		deadlines.add(answered);
		answered.complete("answer");
		deadlines.add(unanswered);
		assertThat(unanswered).failsWithin(AMPLY);
		assertThat(answered).isCompletedWithValue("answer");
	}

}
