package io.github.lockstarter.jdbc;

import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.UncaughtExceptions;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A JVM that counts as {@link CountingJvm} does, for as long as it lives. Its locks go
 * through a network that fails, and its numbers through one that does not: they are
 * written only if the lock is still held.
 */
public final class StubbornJvm {

	/** Renewed long before a busy machine lets it end. */
	private static final Duration LEASE = Duration.ofSeconds(15);

	/** How many threads of it count. */
	static final int THREADS = 2;

	private StubbornJvm() {
	}

	static ChildJvm start(int lockPort, int dataPort) {
		return ChildJvm.startWith("-XX:TieredStopAtLevel=1", StubbornJvm.class, lockPort, dataPort);
	}

	public static void main(String[] arguments) {
		UncaughtExceptions.endThisJvm();
		HikariDataSource locksPool = PostgresServer.impatientPool(Integer.parseInt(arguments[0]));
		HikariDataSource dataPool = PostgresServer.pool(Integer.parseInt(arguments[1]), 2);
		CloseableLockClient locks = new LockClientBuilder(new JdbcLockStore(locksPool)).application("stubborn").build();
		new Thread(() -> count(locks, dataPool)).start();
		count(locks, dataPool);
	}

	private static void count(CloseableLockClient locks, HikariDataSource pool) {
		JdbcTemplate database = new JdbcTemplate(pool);
		TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
		while (true) {
			try (LockHandle held = locks.lock("stubborn").leaseTime(LEASE).waitTime(Duration.ofSeconds(20)).acquire()) {
				transaction.executeWithoutResult((status) -> {
					CountingJvm.writeNext(database, held);
					if (!held.isValid()) {
						status.setRollbackOnly();
					}
				});
			}
			catch (LockException ex) {
				// the network is broken; on with the next
			}
		}
	}

}
