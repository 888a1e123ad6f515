package io.github.lockstarter.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.AcquireRequest.Owner;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a {@link LockSession} says by itself of what its store can't do.
 */
class LockSessionTests {

	private static final LockRecord FREE = LockRecord.free(0);

	private static final LockRecord HELD = new LockRecord(List.of(new LockRecord.Hold("one", 1,
			new Owner("shop", "web-1", "main"), Instant.EPOCH, Duration.ofSeconds(10), 1, 0)), 0);

	/** A session that has nothing but what every session has, and that record. */
	private static LockSession session(LockRecord record) {
		return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
				new Class<?>[] { LockSession.class },
				(proxy, method, arguments) -> method.isDefault()
						? InvocationHandler.invokeDefault(proxy, method, arguments)
						: CompletableFuture.completedFuture(record));
	}

	@Test
	void saysThatItCannotListItsLocks() {
		assertUnsupported(session(FREE).scan(LockPage.FIRST, 10), "can't list its locks");
	}

	@Test
	void saysThatItCannotReleaseALockByForce() {
		assertUnsupported(session(HELD).forceRelease("order:42"), "can't release a lock by force");
	}

	@Test
	void thereIsNothingToReleaseIfTheLockIsFree() {
		assertThat(session(FREE).forceRelease("order:42")).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(false);
	}

	private static void assertUnsupported(CompletionStage<?> stage, String words) {
		assertThat(stage).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.havingCause()
			.withMessageContaining(words)
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isFalse());
	}

}
