package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's {@code RLock}, plain or fair; beside the plain one its lock of several, its
 * read-write lock and its semaphore with leases.
 */
public final class RedissonContender implements Contender {

	private final RedissonClient client;

	private final boolean fair;

	private final Duration lease;

	private final Set<String> semaphores = ConcurrentHashMap.newKeySet();

	/**
	 * Connect it.
	 * @param target where Redis is
	 * @param fair whether to use the fair lock
	 */
	public RedissonContender(Target target, boolean fair) {
		Config config = new Config();
		config.setLockWatchdogTimeout(target.lease().toMillis());
		switch (target.topology()) {
			case SERVER -> config.useSingleServer().setAddress(target.uri());
			case SENTINEL ->
				config.useSentinelServers().setMasterName(Target.PRIMARY).addSentinelAddress(target.uris());
			case CLUSTER -> config.useClusterServers().addNodeAddress(target.uris());
			case QUORUM, POSTGRESQL ->
				throw new IllegalArgumentException("Redisson has no lock for " + target.topology());
		}
		this.client = Redisson.create(config);
		this.fair = fair;
		this.lease = target.lease();
	}

	@Override
	public String configuration() {
		return (this.fair ? "getFairLock" : "getLock")
				+ ", all defaults: 24 to 64 connections for each server, renewed by the watchdog" + (this.fair ? ""
						: "; getMultiLock; getReadWriteLock; getPermitExpirableSemaphore with a lease, not renewed");
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) throws InterruptedException {
		RLock lock = this.fair ? this.client.getFairLock(key) : this.client.getLock(key);
		return acquire(lock, wait);
	}

	private static @Nullable Held acquire(RLock lock, Duration wait) throws InterruptedException {
		return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS) ? new RedissonHold(lock) : null;
	}

	@Override
	public @Nullable Held acquire(List<String> keys, Duration wait) throws InterruptedException {
		RLock[] locks = keys.stream().map(this.client::getLock).toArray(RLock[]::new);
		RLock all = this.client.getMultiLock(locks);
		return all.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS) ? new LeasedHold(this.lease, all::unlock) : null;
	}

	@Override
	public @Nullable Held read(String key, Duration wait) throws InterruptedException {
		return acquire(this.client.getReadWriteLock(key).readLock(), wait);
	}

	@Override
	public @Nullable Held write(String key, Duration wait) throws InterruptedException {
		return acquire(this.client.getReadWriteLock(key).writeLock(), wait);
	}

	/** The semaphore whose permits come back from those who died. */
	@Override
	public @Nullable Held permit(String key, int capacity, Duration wait) throws InterruptedException {
		RPermitExpirableSemaphore semaphore = this.client.getPermitExpirableSemaphore(key);
		if (this.semaphores.add(key)) {
			semaphore.trySetPermits(capacity);
		}
		String permit = semaphore.tryAcquire(wait.toMillis(), this.lease.toMillis(), TimeUnit.MILLISECONDS);
		return (permit != null) ? new LeasedHold(this.lease, () -> semaphore.release(permit)) : null;
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

	private record RedissonHold(RLock lock) implements Held {

		@Override
		public void release() {
			this.lock.unlock();
		}

		/** Asks Redis. */
		@Override
		public boolean isValid() {
			return this.lock.isHeldByCurrentThread();
		}

	}

}
