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
		config.setLockWatchdogTimeout(LEASE.toMillis());
		config.useSingleServer().setAddress(target.uri());
		this.client = Redisson.create(config);
		this.fair = fair;
	}

	@Override
	public String configuration() {
		return (this.fair ? "getFairLock" : "getLock")
				+ ", one server, all defaults: 24 to 64 connections, renewed by the watchdog";
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) throws InterruptedException {
		RLock lock = this.fair ? this.client.getFairLock(key) : this.client.getLock(key);
		return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS) ? lock::unlock : null;
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
