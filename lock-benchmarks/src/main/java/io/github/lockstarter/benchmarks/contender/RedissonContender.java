package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's {@code RLock}, plain or fair.
 */
public final class RedissonContender implements Contender {

	private final RedissonClient client;

	private final boolean fair;

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
		}
		this.client = Redisson.create(config);
		this.fair = fair;
	}

	@Override
	public String configuration() {
		return (this.fair ? "getFairLock" : "getLock")
				+ ", all defaults: 24 to 64 connections for each server, renewed by the watchdog";
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) throws InterruptedException {
		RLock lock = this.fair ? this.client.getFairLock(key) : this.client.getLock(key);
		return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS) ? new RedissonHold(lock) : null;
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
