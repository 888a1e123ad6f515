package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.store.StoreFeature;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks that are fair to all threads of all clients.
 */
@EachStore
@NeedsFeature(StoreFeature.QUEUE)
class FairLocksIntegrationTests extends TwoClients {

	private static final int MANY = 9;

	private static final int ROUNDS = 20;

	FairLocksIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	private LockHandle acquireFairly(DefaultLockClient client) {
		return client.lock(this.key).fair().waitTime(Duration.ofMinutes(1)).acquire().detach();
	}

	@Test
	void aThreadThatIsAloneInItsClientHasNoMoreTurnsThanAnyOther() {
		AtomicInteger alone = new AtomicInteger();
		AtomicInteger together = new AtomicInteger();
		AtomicBoolean over = new AtomicBoolean();
		LockHandle first = acquireFairly(this.one);
		List<CompletableFuture<?>> threads = new ArrayList<>();
		threads.add(onAnotherThread(() -> takeTurns(this.one, alone, over)));
		IntStream.range(0, MANY)
			.forEach((i) -> threads.add(onAnotherThread(() -> takeTurns(this.two, together, over))));
		await().until(() -> waitingCalls(this.one, this.key) == 1 && waitingCalls(this.two, this.key) == MANY);
		awaitWaiters(1);
		first.close();
		await().until(() -> alone.get() + together.get() >= ROUNDS * (MANY + 1));
		over.set(true);
		threads.forEach((thread) -> assertThat(thread).succeedsWithin(AMPLY));
		int average = (alone.get() + together.get()) / (MANY + 1);
		assertThat(alone.get()).isBetween(1, 2 * average);
	}

	/** Each time as one that has just come. */
	private Void takeTurns(DefaultLockClient client, AtomicInteger turns, AtomicBoolean over) {
		while (!over.get()) {
			LockHandle held = acquireFairly(client);
			turns.incrementAndGet();
			held.close();
		}
		return null;
	}

}
