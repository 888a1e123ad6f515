package io.github.lockstarter.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Which node of a Cluster serves which slot, as the application's client knows it. By
 * default it asks once and never again, so it is told when that turns out to be outdated.
 */
final class Topology {

	private static final Log logger = LogFactory.getLog(Topology.class);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final Supplier<? extends AbstractRedisClient> clients;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile boolean cluster;

	private CompletableFuture<Void> refreshed = CompletableFuture.completedFuture(null);

	private long refreshedAt = System.nanoTime() - PAUSE_NANOS;

	Topology(Supplier<? extends AbstractRedisClient> clients) {
		this.clients = clients;
	}

	boolean isCluster() {
		try {
			this.cluster = this.clients.get() instanceof RedisClusterClient;
		}
		catch (RuntimeException ex) {
			logger.debug("There is no Redis client at the moment", ex);
		}
		return this.cluster;
	}

	/**
	 * Ask the Cluster again, but not too often.
	 * @return completes when that is done, also if it failed
	 */
	CompletionStage<Void> refresh() {
		this.mutex.lock();
		try {
			boolean due = this.refreshed.isDone() && System.nanoTime() - this.refreshedAt > PAUSE_NANOS;
			if (due && this.clients.get() instanceof RedisClusterClient cluster) {
				this.refreshedAt = System.nanoTime();
				this.refreshed = cluster.refreshPartitionsAsync().exceptionally((failure) -> {
					logger.debug("The topology of the Redis Cluster could not be asked for", failure);
					return null;
				}).toCompletableFuture();
			}
			return this.refreshed;
		}
		catch (RuntimeException ex) {
			logger.debug("The topology of the Redis Cluster could not be asked for", ex);
			return CompletableFuture.completedFuture(null);
		}
		finally {
			this.mutex.unlock();
		}
	}

}
