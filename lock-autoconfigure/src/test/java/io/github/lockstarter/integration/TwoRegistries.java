package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.StallProofClients;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two registries over one store, as two JVMs have them. After each test neither client
 * holds a lock.
 */
abstract class TwoRegistries {

	static final Duration BRIEFLY = Duration.ofMillis(500);

	static final Duration A_MOMENT = Duration.ofMillis(50);

	static final Duration AMPLY = Duration.ofSeconds(20);

	private final LockStore store = StallProofMemory.newStore();

	private final LockSettings settings = new LockSettings(LockOptions.of(LockOption.LEASE_TIME, Duration.ofSeconds(7)),
			Map.of("not-renewed", LockOptions.of(LockOption.LEASE_TIME, BRIEFLY).with(LockOption.AUTO_RENEW, false)));

	final DefaultLockClient client = client("one");

	final DefaultLockClient other = client("two");

	final DistributedLockRegistry registry = registry("files");

	final DistributedLockRegistry elsewhere = new DistributedLockRegistry(this.other, this.settings, "files");

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private DefaultLockClient client(String instance) {
		return StallProofClients.newClient(this.store, this.settings, new ClientIdentity("shop", instance));
	}

	/** A registry whose locks have another name. */
	DistributedLockRegistry registry(String name) {
		return new DistributedLockRegistry(this.client, this.settings, name);
	}

	<T> CompletableFuture<T> onAnotherThread(Callable<T> task) {
		CompletableFuture<T> result = new CompletableFuture<>();
		this.threads.execute(() -> {
			try {
				result.complete(task.call());
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		});
		return result;
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			assertThat(this.client.held()).isEmpty();
			assertThat(this.other.held()).isEmpty();
		}
		finally {
			this.threads.shutdownNow();
			this.client.close();
			this.other.close();
		}
	}

}
