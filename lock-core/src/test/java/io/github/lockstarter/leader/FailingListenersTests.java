package io.github.lockstarter.leader;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.StallProofClients;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.BlockingLog;
import io.github.lockstarter.testing.FailingLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for listeners and logs that throw anything, and for logs that block: the role
 * passes on all the same.
 */
class FailingListenersTests {

	private static final Duration SOON = Duration.ofSeconds(30);

	private final LockStore store = StallProofMemory.newStore();

	private final DefaultLockClient client = client("one");

	private final DefaultLockClient other = client("two");

	private final LeaderElection two = new LeaderElection(this.other, "reports", (event) -> {
	});

	private DefaultLockClient client(String instance) {
		return StallProofClients.newClient(this.store, new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", instance));
	}

	@AfterEach
	void close() {
		this.client.close();
		this.other.close();
	}

	@Test
	void theRolePassesOnThoughAListenerThrowsACheckedException() {
		passesOn(new LeaderElection(this.client, "reports", (event) -> {
			if (event instanceof LeadershipRevokedEvent) {
				throw FailingListenersTests.<RuntimeException>unchecked(new IOException("thrown by a test"));
			}
		}));
	}

	@Test
	void theRolePassesOnThoughTheLogFails() {
		try (FailingLog log = FailingLog.begin()) {
			passesOn(new LeaderElection(this.client, "reports", (event) -> {
			}));
			await().until(() -> log.failures() > 0);
		}
	}

	@Test
	void theRolePassesOnThoughTheLogBlocks() {
		try (BlockingLog log = BlockingLog.begin()) {
			passesOn(new LeaderElection(this.client, "reports", (event) -> {
				throw new IllegalStateException("thrown by a test");
			}));
			await().until(log::hasBlocked);
		}
	}

	@Test
	void theRolePassesOnThoughListenersAndTheLogFail() {
		try (FailingLog log = FailingLog.begin()) {
			passesOn(new LeaderElection(this.client, "reports", (event) -> {
				throw new IllegalStateException("thrown by a test");
			}));
			await().until(() -> log.failures() > 0);
		}
	}

	@Test
	void anElectionGoesOnThoughTheWarningOfAnOutageFails() {
		LeaderElection one = new LeaderElection(this.client, "reports", (event) -> {
		});
		this.client.close();
		try (FailingLog log = FailingLog.begin()) {
			one.start();
			await().until(() -> log.failures() > 0);
			this.client.start();
			await().atMost(SOON).until(one::isLeader);
		}
		assertThat(one.stop()).succeedsWithin(SOON);
	}

	private void passesOn(LeaderElection one) {
		one.start();
		await().until(one::isLeader);
		this.two.start();
		await().until(() -> this.client.lock("leader:reports").inspect().waiters() == 1);
		assertThat(one.yield()).succeedsWithin(SOON);
		await().atMost(SOON).until(this.two::isLeader);
		assertThat(one.stop()).succeedsWithin(SOON);
		one.start();
		assertThat(this.two.stop()).succeedsWithin(SOON);
		await().atMost(SOON).until(one::isLeader);
		assertThat(one.stop()).succeedsWithin(SOON);
	}

	@SuppressWarnings("unchecked")
	private static <E extends Exception> E unchecked(Exception exception) throws E {
		throw (E) exception;
	}

}
