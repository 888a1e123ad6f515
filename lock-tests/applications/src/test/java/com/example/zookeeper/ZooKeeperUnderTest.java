package com.example.zookeeper;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.core.StoreUnderTest;
import io.github.lockstarter.store.LockStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingServer;

/**
 * The ZooKeeper on which the behaviour of the client is tested. It ends with the JVM.
 */
public final class ZooKeeperUnderTest implements StoreUnderTest, StoreUnderTest.Provider {

	private static final CuratorFramework CLIENT = start();

	private static final Executor EXECUTOR = Executors.newFixedThreadPool(8, (task) -> {
		Thread thread = new Thread(task, "zookeeper-requests");
		thread.setDaemon(true);
		return thread;
	});

	private static CuratorFramework start() {
		// what it loses when the machine crashes is of no interest here
		System.setProperty("zookeeper.forceSync", "no");
		try {
			CuratorFramework client = CuratorFrameworkFactory.newClient(new TestingServer().getConnectString(),
					new RetryNTimes(3, 200));
			client.start();
			return client;
		}
		catch (Exception ex) {
			throw new IllegalStateException("ZooKeeper did not start", ex);
		}
	}

	@Override
	public LockStore open(Consumer<Runnable> afterTest) {
		return new ZooKeeperLockStore(CLIENT, EXECUTOR);
	}

	@Override
	public Stream<StoreUnderTest> stores() {
		return Stream.of(this);
	}

	@Override
	public String toString() {
		return "ZooKeeper";
	}

}
