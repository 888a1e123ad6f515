package io.github.lockstarter.core;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link UnfinishedWork}.
 */
class UnfinishedWorkTests {

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "host:1"),
			LockClientOptions.DEFAULT,
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	static Object[] unfinished() {
		Flow.Publisher<String> publisher = (subscriber) -> {
		};
		return new Object[] { new CompletableFuture<>(), new FutureTask<>(() -> "done"), Mono.just("x"), publisher };
	}

	@ParameterizedTest
	@MethodSource("unfinished")
	void isRefusedAsTheResultOfABody(Object result) {
		assertThatIllegalStateException().isThrownBy(() -> this.client.lock("order:42").call(() -> result))
			.withMessageStartingWith("The body under lock 'order:42' returned a " + result.getClass().getName()
					+ ", whose work is done later: the lock does not cover it. Use callAsync");
		assertThatIllegalStateException().isThrownBy(() -> this.client.lock("order:42").tryCall(() -> result));
		assertThat(this.client.lock("order:42").inspect().holders()).isEmpty();
	}

	@Test
	void isNotWhatHasEnded() {
		CompletableFuture<String> done = CompletableFuture.completedFuture("done");
		assertThat(this.client.lock("order:42").<Object, RuntimeException>call(() -> done)).isSameAs(done);
		assertThat(this.client.lock("order:42").<Object, RuntimeException>call(() -> "text")).isEqualTo("text");
	}

	@AfterEach
	void close() {
		this.client.close();
	}

}
