package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the lease of a share that several readers of a client have together.
 */
class SharedLeaseTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration LONGER = Duration.ofSeconds(4);

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void isRenewedForAsLongAsAnyOfThemHasAskedFor() {
		try (LockHandle first = reader().acquire();
				LockHandle second = reader().acquireAsync().toCompletableFuture().join()) {
			second.extend(LONGER);
			StallProofTime.pass(LONGER);
			assertThat(second.remaining()).isGreaterThan(LONGER.minus(LEASE));
			assertThat(first.isValid()).isTrue();
		}
	}

	private LockClient.LockSpec reader() {
		return this.client.lock("key").options(LockOptions.of(LockOption.KIND, LockKind.READ)).leaseTime(LEASE);
	}

}
