package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for {@link Poll}.
 */
class PollTests {

	private final CompletableFuture<String> answer = new CompletableFuture<>();

	private final Poll<String> poll = new Poll<>(new Nodes(List.of(), new SteppedTime(), Duration.ofMillis(50)),
			List.of(this.answer));

	@Test
	void aRuleDecidesWhenANodeHasAnswered() {
		CompletableFuture<Integer> decided = this.poll
			.decide((tally) -> (tally.answered() > 0) ? tally.answered() : null);
		assertThat(decided).isNotDone();
		this.answer.complete("granted");
		assertThat(decided).isCompletedWithValue(1);
	}

	@ParameterizedTest
	@ValueSource(classes = { IllegalStateException.class, StackOverflowError.class })
	void whatARuleThrowsEndsThePollAtOnce(Class<? extends Throwable> thrown) throws ReflectiveOperationException {
		Throwable failure = thrown.getConstructor().newInstance();
		CompletableFuture<Object> decided = this.poll.decide((tally) -> {
			throw PollTests.<RuntimeException>sneaky(failure);
		});
		this.answer.complete("granted");
		assertThatThrownBy(decided::join).hasCause(failure);
	}

	@SuppressWarnings("unchecked")
	private static <E extends Throwable> E sneaky(Throwable failure) throws E {
		throw (E) failure;
	}

}
