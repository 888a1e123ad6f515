package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import org.jspecify.annotations.Nullable;

import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/**
 * Spring Integration's {@code JdbcLockRegistry}, which polls. The setting {@code idle} is
 * the pause between its polls.
 */
public final class SpringIntegrationJdbcContender implements Contender {

	private final BootApplication application;

	private final DefaultLockRepository repository;

	private final JdbcLockRegistry registry;

	private final Duration lease;

	private final String configuration;

	/**
	 * Connect it.
	 * @param target where the database is
	 */
	public SpringIntegrationJdbcContender(Target target) {
		this.application = BootApplication.withDatabase(target);
		this.lease = target.lease();
		this.repository = new DefaultLockRepository(this.application.database());
		this.repository.setTransactionManager(new DataSourceTransactionManager(this.application.database()));
		this.repository.afterPropertiesSet();
		this.repository.afterSingletonsInstantiated();
		this.repository.start();
		this.registry = new JdbcLockRegistry(this.repository, this.lease);
		String idle = target.settings().getOrDefault("idle", "100");
		this.registry.setIdleBetweenTries(Duration.ofMillis(Long.parseLong(idle)));
		this.configuration = "JdbcLockRegistry over the pool of Spring Boot, tries every " + idle + " ms; no renewal";
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
		this.repository.close();
		this.application.close();
	}

}
