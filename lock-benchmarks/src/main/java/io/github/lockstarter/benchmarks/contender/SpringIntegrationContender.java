package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import org.jspecify.annotations.Nullable;

import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * Spring Integration's {@code RedisLockRegistry}, which polls or is woken by pub/sub. The
 * setting {@code idle} is the pause between its polls.
 */
public final class SpringIntegrationContender implements Contender {

	private final BootApplication application;

	private final RedisLockRegistry registry;

	private final Duration lease;

	private final String configuration;

	/**
	 * Connect it.
	 * @param target where Redis is
	 * @param subscribes whether it is woken by pub/sub
	 */
	public SpringIntegrationContender(Target target, boolean subscribes) {
		this.application = BootApplication.withRedis(target);
		this.registry = new RedisLockRegistry(this.application.redis(), "registry", target.lease());
		this.lease = target.lease();
		this.registry.setRedisLockType(subscribes ? RedisLockType.PUB_SUB_LOCK : RedisLockType.SPIN_LOCK);
		String idle = target.settings().getOrDefault("idle", "100");
		this.registry.setIdleBetweenTries(Duration.ofMillis(Long.parseLong(idle)));
		this.configuration = "RedisLockRegistry over one shared connection, "
				+ (subscribes ? "PUB_SUB_LOCK" : "SPIN_LOCK, tries every " + idle + " ms")
				+ "; no renewal, as by default";
	}

	@Override
	public String configuration() {
		return this.configuration;
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) throws InterruptedException {
		Lock lock = this.registry.obtain(key);
		return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS) ? new LeasedHold(this.lease, lock::unlock) : null;
	}

	@Override
	public void close() {
		this.registry.destroy();
		this.application.close();
	}

}
