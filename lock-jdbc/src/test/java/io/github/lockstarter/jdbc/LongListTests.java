package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for more locks than one transaction takes.
 */
class LongListTests {

	private final LockSession session = new JdbcLockStore(H2.database(UUID.randomUUID().toString())).open("one",
			new Deaf());

	@Test
	void aTransactionTakesTheFirstHundred() {
		List<AcquireRequest> requests = IntStream.rangeClosed(1, 250).mapToObj(LongListTests::request).toList();
		List<StoreAnswer> answers = this.session.acquireInOrder(requests)
			.stream()
			.map((answer) -> answer.toCompletableFuture().join())
			.toList();
		assertThat(answers.subList(0, 100)).extracting(StoreAnswer::state).containsOnly(AcquisitionState.GRANTED);
		assertThat(answers.subList(100, 250)).containsOnly(StoreAnswer.PASSED_OVER);
		assertThat(this.session.inspect("order-101").toCompletableFuture().join().hold()).isNull();
	}

	private static AcquireRequest request(int number) {
		return new AcquireRequest("order-" + number, number, Duration.ofSeconds(60), new Owner("shop", "web-1", "main"),
				Duration.ZERO);
	}

	@AfterEach
	void close() {
		this.session.close();
	}

}
