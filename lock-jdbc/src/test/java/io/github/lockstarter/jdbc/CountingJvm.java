package io.github.lockstarter.jdbc;

import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.UncaughtExceptions;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A JVM that reads a number, and writes the next one, again and again, under a lock. That
 * loses what others write unless the lock keeps them out. With each number it writes its
 * fencing token and which thread it is, as a row of its own.
 */
public final class CountingJvm {

	private static final String LOCK = "counter";

	private CountingJvm() {
	}

	static ChildJvm start(int port, int rounds) {
		return ChildJvm.startWith("-XX:TieredStopAtLevel=1", CountingJvm.class, port, rounds);
	}

	static void createTables(JdbcTemplate database) {
		database.execute("create table counted"
				+ " (id serial primary key, number int not null, token bigint not null, worker text not null)");
	}

	static void writeNext(JdbcTemplate database, LockHandle held) {
		Integer last = database.queryForObject("select coalesce(max(number), 0) from counted", Integer.class);
		database.update("insert into counted (number, token, worker) values (?, ?, ?)", last + 1, held.fencingToken(),
				ProcessHandle.current().pid() + "/" + Thread.currentThread().getName());
	}

	public static void main(String[] arguments) throws InterruptedException {
		UncaughtExceptions.endThisJvm();
		int rounds = Integer.parseInt(arguments[1]);
		try (HikariDataSource pool = PostgresServer.pool(Integer.parseInt(arguments[0]), 8);
				CloseableLockClient locks = new LockClientBuilder(new JdbcLockStore(pool)).application("counting")
					.build()) {
			JdbcTemplate database = new JdbcTemplate(pool);
			Thread other = new Thread(() -> count(locks, database, rounds));
			other.start();
			count(locks, database, rounds);
			other.join();
		}
	}

	private static void count(CloseableLockClient locks, JdbcTemplate database, int rounds) {
		for (int i = 0; i < rounds; i++) {
			try (LockHandle held = locks.lock(LOCK).waitTime(Duration.ofMinutes(2)).acquire()) {
				writeNext(database, held);
			}
		}
	}

}
