package com.example.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * An example of a store in ZooKeeper: one znode for each lock, which holds the text of
 * its record. It has no queue, so only the first waiter of each JVM asks.
 */
public final class ZooKeeperLockStore implements LockStore {

	private static final String CLOCK = "/lock-clock";

	private static final String LOCKS = "/locks";

	private static final byte[] NOTHING = {};

	private final CuratorFramework client;

	private final Executor executor;

	/**
	 * Create a store.
	 * @param client a client that was started; the application closes it
	 * @param executor runs requests, which block
	 */
	public ZooKeeperLockStore(CuratorFramework client, Executor executor) {
		this.client = client;
		this.executor = executor;
	}

	@Override
	public Set<StoreFeature> lacks() {
		return EnumSet.allOf(StoreFeature.class);
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		return new ZooKeeperLockSession(this, instance);
	}

	<T> CompletableFuture<T> ask(String key, BiFunction<LockRecordState, Moment, Reply<T>> question) {
		return run(() -> answer(key, question));
	}

	/** All locks that were ever taken, in no order. */
	CompletableFuture<List<String>> keys() {
		return run(() -> {
			try {
				return this.client.getChildren().forPath(LOCKS).stream().map(ZooKeeperLockStore::key).toList();
			}
			catch (KeeperException.NoNodeException ex) {
				return List.of();
			}
		});
	}

	private <T> CompletableFuture<T> run(Callable<T> task) {
		CompletableFuture<T> answered = new CompletableFuture<>();
		this.executor.execute(() -> {
			try {
				answered.complete(task.call());
			}
			catch (Exception ex) {
				answered.completeExceptionally(ex);
			}
		});
		return answered;
	}

	/** Ask the record of a lock, as often as it takes. */
	private <T> T answer(String key, BiFunction<LockRecordState, Moment, Reply<T>> question) throws Exception {
		String path = path(key);
		while (true) {
			Moment now = now();
			Stat stat = new Stat();
			String before = read(path, stat);
			Reply<T> reply = question
				.apply((before != null) ? LockRecordState.read(before, 0) : LockRecordState.empty(key), now);
			String after = reply.record().text(0);
			if (after.equals(before) || replace(path, before, stat.getVersion(), after)) {
				return reply.answer();
			}
		}
	}

	/** A slash would begin another znode. */
	private static String path(String key) {
		return LOCKS + "/" + HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8));
	}

	private static String key(String name) {
		return new String(HexFormat.of().parseHex(name), StandardCharsets.UTF_8);
	}

	/**
	 * The time of the leader, which stamps each write. As this session has seen its own
	 * write, it also sees every write before it, whichever server it reads from.
	 */
	private Moment now() throws Exception {
		try {
			return new Moment(this.client.setData().forPath(CLOCK, NOTHING).getMtime() * 1000, "zookeeper",
					(instance) -> false);
		}
		catch (KeeperException.NoNodeException ex) {
			create(CLOCK, NOTHING);
			return now();
		}
	}

	private String read(String path, Stat stat) throws Exception {
		try {
			return new String(this.client.getData().storingStatIn(stat).forPath(path), StandardCharsets.UTF_8);
		}
		catch (KeeperException.NoNodeException ex) {
			return null;
		}
	}

	/**
	 * Replace a record that nobody has replaced meanwhile. A znode is never deleted: the
	 * versions of a new one would begin again, and mistake it for the former.
	 */
	private boolean replace(String path, String before, int version, String after) throws Exception {
		byte[] text = after.getBytes(StandardCharsets.UTF_8);
		if (before == null) {
			return create(path, text);
		}
		try {
			this.client.setData().withVersion(version).forPath(path, text);
			return true;
		}
		catch (KeeperException.BadVersionException ex) {
			return false;
		}
	}

	private boolean create(String path, byte[] content) throws Exception {
		try {
			this.client.create().creatingParentsIfNeeded().forPath(path, content);
			return true;
		}
		catch (KeeperException.NodeExistsException ex) {
			return false;
		}
	}

}
