package io.github.lockstarter.documentation;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;

import javax.sql.DataSource;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.RecordingLockClient;
import org.jspecify.annotations.NullUnmarked;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the examples take for granted: their classes may extend this, and everything in
 * here is imported. Never run.
 */
@NullUnmarked
public abstract class Surroundings {

	public static LockClient lockClient;

	public static LockHandle held;

	public static RecordingLockClient locks;

	public static JdbcClient jdbc;

	public static JdbcClient jdbcClient;

	public static Order order;

	public static Registry registry;

	public static Store store;

	public static Stock stock;

	public static Accounts accounts;

	public static AtomicBoolean cancelled;

	public static String id;

	public static String key;

	public static String value;

	public static long token;

	protected void ship(Order order) {
		throw new UnsupportedOperationException();
	}

	protected void processOrder(String id) {
		throw new UnsupportedOperationException();
	}

	protected Result compute() {
		throw new UnsupportedOperationException();
	}

	protected void store(Result result) {
		throw new UnsupportedOperationException();
	}

	protected void alarm(String key, String reason) {
		throw new UnsupportedOperationException();
	}

	public static DataSource dataSource() {
		throw new UnsupportedOperationException();
	}

	public interface Order {

		String id();

	}

	public interface Registry {

		Lock obtain(String key);

	}

	public interface Result {

	}

	public interface Store {

		void write(String value, long token);

	}

	public interface Stock {

		int quantityOf(String item);

		void raiseToken(String item, long token);

		void write(String item, int quantity, long token);

	}

	public interface Accounts {

		void add(long account, BigDecimal amount, long token);

	}

	public static class OrderService {

		public OrderService(LockClient lockClient) {
			throw new UnsupportedOperationException();
		}

		public void processOrder(String id) {
			throw new UnsupportedOperationException();
		}

	}

	public static class JdbcLockStore implements LockStore {

		public JdbcLockStore(DataSource dataSource) {
			throw new UnsupportedOperationException();
		}

		@Override
		public LockSession open(String instance, GrantListener listener) {
			throw new UnsupportedOperationException();
		}

	}

}
