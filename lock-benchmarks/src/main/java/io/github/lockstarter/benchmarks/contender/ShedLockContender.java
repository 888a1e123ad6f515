package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.time.Instant;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.jspecify.annotations.Nullable;

/**
 * ShedLock's provider for Redis. It never waits.
 */
public final class ShedLockContender implements Contender {

	private final BootApplication application;

	private final LockProvider provider;

	private final Duration lease;

	private final boolean safe;

	/**
	 * Connect it.
	 * @param target where Redis is
	 * @param safe whether a release asks who owns the lock
	 */
	public ShedLockContender(Target target, boolean safe) {
		this.application = BootApplication.withRedis(target);
		this.provider = new RedisLockProvider.Builder(this.application.redis()).safeUpdate(safe).build();
		this.lease = target.lease();
		this.safe = safe;
	}

	@Override
	public String configuration() {
		return "RedisLockProvider over one shared connection, lockAtLeastFor 0; "
				+ (this.safe ? "safeUpdate" : "by default a release does not ask who owns the lock") + "; no renewal";
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) {
		SimpleLock lock = this.provider.lock(new LockConfiguration(Instant.now(), key, this.lease, Duration.ZERO))
			.orElse(null);
		return (lock != null) ? new LeasedHold(this.lease, lock::unlock) : null;
	}

	@Override
	public void close() {
		this.application.close();
	}

}
