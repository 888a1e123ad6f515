package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for threads that their names don't tell apart: people see their ids.
 */
class UnnamedThreadsTests {

	private static final Duration AMPLY = Duration.ofSeconds(10);

	private final CompletableFuture<String> unlocking = new CompletableFuture<>();

	private final CountDownLatch end = new CountDownLatch(1);

	@Test
	@SuppressWarnings("deprecation")
	void theyAreShownByTheirIds() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			Thread thread = new Thread(null, () -> hold(client), "");
			thread.start();
			await().until(() -> client.held().size() == 1);
			String name = "#" + thread.getId();
			assertThat(client.held().get(0).thread()).isEqualTo(name);
			assertThat(client.lock("held").inspect().holder().thread()).isEqualTo(name);
			LockHandle wanted = client.lock("wanted").acquire();
			this.end.countDown();
			await().until(() -> Waiting.at(client, "wanted") == 1);
			assertThat(client.waiting().get(0).thread()).isEqualTo(name);
			wanted.close();
			assertThat(this.unlocking).succeedsWithin(AMPLY)
				.isEqualTo("Lock 'other' is not held by thread '" + name + "'.");
			await().until(client.engine()::isIdle);
		}
	}

	@Test
	@SuppressWarnings("deprecation")
	void threadsOfOneNameAreToldApartByTheirIds() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			Thread holder = new Thread(null, () -> hold(client), "worker");
			holder.start();
			await().until(() -> client.held().size() == 1);
			Thread waiter = new Thread(null, () -> client.lock("held").waitTime(AMPLY).acquire().close(), "worker");
			waiter.start();
			await().until(() -> client.waiting().size() == 1);
			assertThat(client.held().get(0).threadId()).isEqualTo(holder.getId());
			assertThat(client.waiting().get(0).threadId()).isEqualTo(waiter.getId()).isNotEqualTo(holder.getId());
			this.end.countDown();
			await().until(client.engine()::isIdle);
			LockHandle detached = client.lock("held").acquire().detach();
			assertThat(client.held().get(0).threadId()).isNull();
			detached.close();
		}
	}

	private void hold(DefaultLockClient client) {
		try (LockHandle held = client.lock("held").acquire()) {
			this.end.await();
			client.lock("wanted").waitTime(AMPLY).acquire().close();
			client.lock("other").asLock().unlock();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		catch (IllegalMonitorStateException ex) {
			this.unlocking.complete(ex.getMessage());
		}
	}

}
