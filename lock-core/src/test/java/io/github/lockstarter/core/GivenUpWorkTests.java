package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for asynchronous work under a lock whose caller has ended the future before the
 * work began.
 */
class GivenUpWorkTests {

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	static Stream<Named<Consumer<CompletableFuture<String>>>> ways() {
		return Stream.of(Named.of("cancel", (result) -> result.cancel(false)),
				Named.of("complete", (result) -> result.complete("nothing")),
				Named.of("completeExceptionally", (result) -> result.completeExceptionally(new TimeoutException())),
				Named.of("orTimeout", (result) -> result.orTimeout(1, TimeUnit.MILLISECONDS)),
				Named.of("completeOnTimeout",
						(result) -> result.completeOnTimeout("nothing", 1, TimeUnit.MILLISECONDS)));
	}

	@ParameterizedTest
	@MethodSource("ways")
	void neverBegins(Consumer<CompletableFuture<String>> givesUp) {
		AtomicBoolean begun = new AtomicBoolean();
		LockHandle held = this.client.lock("key").acquire();
		CompletableFuture<String> result = CompletableFuture
			.supplyAsync(() -> this.client.lock("key").waitForever().callAsync(() -> {
				begun.set(true);
				return CompletableFuture.completedFuture("done");
			}))
			.join()
			.toCompletableFuture();
		givesUp.accept(result);
		await().until(result::isDone);
		await().until(() -> Waiting.at(this.client, "key") == 0);
		held.close();
		await().until(this.client.engine()::isIdle);
		assertThat(begun).isFalse();
	}

	@ParameterizedTest
	@MethodSource("ways")
	void leavesTheLockToOthers(Consumer<CompletableFuture<String>> givesUp) {
		LockHandle held = this.client.lock("key").acquire();
		CompletableFuture<String> result = this.client.lock("key")
			.waitForever()
			.callAsync(() -> CompletableFuture.completedFuture("done"))
			.toCompletableFuture();
		CompletableFuture<LockHandle> next = this.client.lock("key").waitForever().acquireAsync().toCompletableFuture();
		givesUp.accept(result);
		await().until(result::isDone);
		held.close();
		next.join().close();
	}

}
