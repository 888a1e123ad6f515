package io.github.lockstarter.documentation;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.documentation.SurroundingTypes.Accounts;
import io.github.lockstarter.documentation.SurroundingTypes.Order;
import io.github.lockstarter.documentation.SurroundingTypes.OrderService;
import io.github.lockstarter.documentation.SurroundingTypes.Registry;
import io.github.lockstarter.documentation.SurroundingTypes.Result;
import io.github.lockstarter.documentation.SurroundingTypes.Stock;
import io.github.lockstarter.documentation.SurroundingTypes.Store;
import io.github.lockstarter.test.RecordingLockClient;
import org.jspecify.annotations.NullUnmarked;

import org.springframework.context.Lifecycle;
import org.springframework.integration.support.locks.LockRegistry;
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

	public static OrderService orders;

	public static Registry registry;

	public static LockRegistry<?> lockRegistry;

	public static LockAdmin lockAdmin;

	public static Store store;

	public static Stock stock;

	public static Accounts accounts;

	public static AtomicBoolean cancelled;

	public static Lifecycle consumer;

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

	protected void report() {
		throw new UnsupportedOperationException();
	}

	protected void export() {
		throw new UnsupportedOperationException();
	}

	protected Result compute() {
		throw new UnsupportedOperationException();
	}

	protected CompletionStage<Result> work() {
		throw new UnsupportedOperationException();
	}

	protected CompletionStage<Result> workAsync() {
		throw new UnsupportedOperationException();
	}

	protected void move(long tokenFrom, long tokenTo) {
		throw new UnsupportedOperationException();
	}

	protected void store(Result result) {
		throw new UnsupportedOperationException();
	}

	protected void alarm(String... words) {
		throw new UnsupportedOperationException();
	}

	public static DataSource dataSource() {
		throw new UnsupportedOperationException();
	}

}
