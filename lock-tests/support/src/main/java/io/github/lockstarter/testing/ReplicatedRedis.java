package io.github.lockstarter.testing;

import java.time.Duration;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;

/**
 * A primary and a replica that can be made to fall behind, and to take over.
 */
public final class ReplicatedRedis implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final EmbeddedRedis primary = EmbeddedRedis.start();

	private final ReplicationLink link = ReplicationLink.to(this.primary.port());

	private final EmbeddedRedis replica = EmbeddedRedis.start("--replicaof", "127.0.0.1", "" + this.link.port(),
			"--repl-diskless-sync-delay", "0");

	private ReplicatedRedis() {
	}

	/**
	 * Start both, and wait until the replica follows.
	 * @return the running servers
	 */
	public static ReplicatedRedis start() {
		ReplicatedRedis started = new ReplicatedRedis();
		try (RedisClient admin = started.primary.newClient()) {
			RedisCommands<String, String> commands = admin.connect().sync();
			Awaitility.await().atMost(PATIENCE).until(() -> commands.info("replication").contains("state=online"));
			Awaitility.await().atMost(PATIENCE).until(() -> commands.waitForReplication(1, 100) == 1);
		}
		return started;
	}

	public EmbeddedRedis primary() {
		return this.primary;
	}

	public EmbeddedRedis replica() {
		return this.replica;
	}

	/**
	 * From now on nothing that the primary writes reaches the replica.
	 */
	public void hold() {
		this.link.setHeld(true);
	}

	/**
	 * Let the replica catch up.
	 */
	public void resume() {
		this.link.setHeld(false);
	}

	/**
	 * Make the replica a primary, with what it knows.
	 */
	public void promote() {
		try (RedisClient admin = this.replica.newClient()) {
			admin.connect().sync().replicaofNoOne();
		}
	}

	@Override
	public void close() {
		this.link.close();
		this.replica.close();
		this.primary.close();
	}

}
