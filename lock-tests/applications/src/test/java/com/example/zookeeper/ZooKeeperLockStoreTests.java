package com.example.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.LockStoreContract;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the contract on the example of a store in ZooKeeper, and clients on two
 * connections.
 */
@NeedsFeature.Lacking({ StoreFeature.QUEUE, StoreFeature.SHARES, StoreFeature.VOTES })
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ZooKeeperLockStoreTests extends LockStoreContract {

	private static final ExecutorService executor = Executors.newFixedThreadPool(8);

	private static TestingServer server;

	private static CuratorFramework client;

	private static CuratorFramework other;

	@BeforeAll
	static void start() throws Exception {
		// what it loses when the machine crashes is of no interest here
		System.setProperty("zookeeper.forceSync", "no");
		server = new TestingServer();
		client = newClient();
		other = newClient();
	}

	private static CuratorFramework newClient() {
		CuratorFramework created = CuratorFrameworkFactory.newClient(server.getConnectString(),
				new RetryNTimes(3, 200));
		created.start();
		return created;
	}

	@AfterAll
	static void stop() throws Exception {
		client.close();
		other.close();
		server.close();
		executor.shutdownNow();
	}

	@Override
	protected LockStore createStore() {
		return new ZooKeeperLockStore(client, executor);
	}

	@Test
	void clientsOnTwoConnectionsCountTogether() {
		int[] counter = new int[1];
		try (CloseableLockClient one = new LockClientBuilder(new ZooKeeperLockStore(client, executor)).build();
				CloseableLockClient two = new LockClientBuilder(new ZooKeeperLockStore(other, executor)).build()) {
			List<CompletableFuture<Void>> counting = new ArrayList<>();
			for (CloseableLockClient each : List.of(one, two)) {
				counting.add(CompletableFuture.runAsync(() -> {
					for (int i = 0; i < 10; i++) {
						each.lock("a/key").waitForever().run(() -> counter[0]++);
					}
				}));
			}
			counting.forEach(CompletableFuture::join);
			assertThat(counter[0]).isEqualTo(20);
		}
	}

	@Test
	void aLockThatIsHeldIsRefusedToOthersUntilItIsReleased() {
		try (CloseableLockClient one = new LockClientBuilder(new ZooKeeperLockStore(client, executor)).build();
				CloseableLockClient two = new LockClientBuilder(new ZooKeeperLockStore(other, executor)).build()) {
			long token;
			try (LockHandle held = one.lock("order").acquire()) {
				token = held.fencingToken();
				assertThat(two.lock("order").tryAcquire()).isEmpty();
				assertThat(two.lock("order").inspect().held()).isTrue();
			}
			try (LockHandle next = two.lock("order").waitForever().acquire()) {
				assertThat(next.fencingToken()).isGreaterThan(token);
			}
		}
	}

}
