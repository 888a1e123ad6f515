package io.github.lockstarter.documentation;

import java.math.BigDecimal;
import java.util.concurrent.locks.Lock;

import javax.sql.DataSource;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockException;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.NullUnmarked;

/**
 * The types that the examples take for granted. Never used.
 */
@NullUnmarked
public final class SurroundingTypes {

	private SurroundingTypes() {
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

	public interface StockTaking {

		int count(String item);

	}

	public interface Carrier {

		void handOver(Order order);

	}

	public interface Price {

	}

	public static class OrderBusyException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		public OrderBusyException(LockException cause) {
			super(cause);
		}

	}

}
