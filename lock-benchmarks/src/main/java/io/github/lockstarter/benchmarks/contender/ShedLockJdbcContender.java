package io.github.lockstarter.benchmarks.contender;

import java.time.Duration;
import java.time.Instant;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Target;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * ShedLock's provider for databases. It never waits.
 */
public final class ShedLockJdbcContender implements Contender {

	private final BootApplication application;

	private final LockProvider provider;

	private final Duration lease;

	/**
	 * Connect it.
	 * @param target where the database is
	 */
	public ShedLockJdbcContender(Target target) {
		this.application = BootApplication.withDatabase(target);
		this.provider = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
			.withJdbcTemplate(new JdbcTemplate(this.application.database()))
			.usingDbTime()
			.build());
		this.lease = target.lease();
	}

	@Override
	public String configuration() {
		return "JdbcTemplateLockProvider over the pool of Spring Boot, usingDbTime, lockAtLeastFor 0; no renewal";
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
