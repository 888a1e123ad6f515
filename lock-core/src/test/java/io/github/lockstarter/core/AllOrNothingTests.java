package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for several keys of which one is lost while the others are waited for.
 */
class AllOrNothingTests {

	private static final Duration LEASE = Duration.ofMillis(400);

	private final MemoryLockStore store = StallProofMemory.newStore();

	private final List<LockEvent> events = new CopyOnWriteArrayList<>();

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(this.store),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT,
			new DefaultLockClient.Observers(this.events::add, LockInstrumentation.NONE), new StallProofPlatform());

	private final DefaultLockClient other = Clients.stallProofClient(this.store, "other");

	@Test
	void aKeyThatIsLostWhileTheNextIsWaitedForFailsTheAcquisition() {
		LockHandle held = this.other.lock("b").acquire();
		CompletableFuture<LockHandle> both = CompletableFuture.supplyAsync(() -> unrenewed().acquire());
		await().until(() -> this.events.stream().anyMatch(LockLostEvent.class::isInstance));
		held.close();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(both::join)
			.withCauseInstanceOf(LockLostException.class);
	}

	@Test
	void aKeyThatIsLostWhileTheNextIsWaitedForFailsTheAsynchronousAcquisition() {
		LockHandle held = this.other.lock("b").acquire();
		CompletableFuture<LockHandle> both = unrenewed().acquireAsync().toCompletableFuture();
		await().until(() -> this.events.stream().anyMatch(LockLostEvent.class::isInstance));
		held.close();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(both::join)
			.withCauseInstanceOf(LockLostException.class);
	}

	private DefaultLockSpec unrenewed() {
		return (DefaultLockSpec) this.client.lock(List.of("a", "b")).leaseTime(LEASE).autoRenew(false);
	}

	@AfterEach
	void leavesNothingBehind() {
		await().until(() -> this.client.engine().isIdle() && this.other.engine().isIdle());
		assertThat(this.other.lock("b").inspect().held()).isFalse();
		this.client.close();
		this.other.close();
	}

}
