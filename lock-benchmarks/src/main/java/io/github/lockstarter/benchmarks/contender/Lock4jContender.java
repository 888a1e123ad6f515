package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.List;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * lock4j's {@code LockTemplate} on its executor for Redis.
 */
public final class Lock4jContender implements Contender {

	private final BootApplication application;

	private final Duration lease;

	private final LockTemplate template = new LockTemplate();

	/**
	 * Connect it.
	 * @param target where Redis is
	 */
	public Lock4jContender(Target target) {
		this.lease = target.lease();
		this.application = BootApplication.withRedis(target);
		Lock4jProperties properties = new Lock4jProperties();
		this.template.setProperties(properties);
		this.template.setExecutors(
				List.of(new RedisTemplateLockExecutor(new StringRedisTemplate(this.application.redis()), properties)));
		try {
			this.template.afterPropertiesSet();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public String configuration() {
		return "LockTemplate with RedisTemplateLockExecutor over one shared connection, all defaults: tries every 100 ms;"
				+ " no renewal";
	}

	@Override
	public @Nullable Held acquire(String key, Duration wait) {
		LockInfo lock = this.template.lock(key, this.lease.toMillis(), wait.toMillis());
		return (lock != null) ? new LeasedHold(this.lease, () -> this.template.releaseLock(lock)) : null;
	}

	@Override
	public void close() {
		this.application.close();
	}

}
