package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Requests of one kind, to rows of different locks. Those that wait for a connection at
 * the same time are sent in one statement, since the database writes a transaction to its
 * disk as slowly for one row as for many. The answer is the moment of the change, or
 * empty if the row was not as expected, or another transaction was faster. Thread-safe.
 *
 * @param <T> the type of the requests
 */
final class Gathered<T> {

	/** The largest number of requests in a statement. */
	private static final int MOST = 64;

	private final Requests requests;

	private final Function<T, String> key;

	private final Change<T> change;

	private final Queue<Item<T>> waiting = new ArrayDeque<>();

	Gathered(Requests requests, Function<T, String> key, Change<T> change) {
		this.requests = requests;
		this.key = key;
		this.change = change;
	}

	CompletableFuture<OptionalLong> send(T request) {
		Item<T> item = new Item<>(request, new CompletableFuture<>());
		synchronized (this.waiting) {
			this.waiting.add(item);
		}
		try {
			CompletableFuture<OptionalLong> answer = this.requests.run(item.result, () -> isWaiting(item),
					(connection, table) -> {
						while (isWaiting(item)) {
							send(connection, table, next());
						}
						return Requests.NOTHING;
					});
			boolean refused = answer.isCompletedExceptionally() && !item.result.isDone();
			return (refused && !withdraw(item)) ? this.requests.limited(item.result) : answer;
		}
		catch (Throwable ex) {
			withdraw(item);
			item.result.completeExceptionally(ex);
			throw ex;
		}
	}

	/**
	 * Let nobody send what has no thread of its own.
	 * @return false if another thread sends it already
	 */
	private boolean withdraw(Item<T> item) {
		synchronized (this.waiting) {
			boolean withdrawn = !item.taken && this.waiting.remove(item);
			item.taken = true;
			return withdrawn;
		}
	}

	private boolean isWaiting(Item<T> item) {
		synchronized (this.waiting) {
			return !item.taken;
		}
	}

	/** First requests, one of each lock. */
	private List<Item<T>> next() {
		List<Item<T>> batch = new ArrayList<>();
		Set<String> keys = new HashSet<>();
		synchronized (this.waiting) {
			while (!this.waiting.isEmpty() && batch.size() < MOST
					&& keys.add(this.key.apply(this.waiting.element().request))) {
				Item<T> item = this.waiting.remove();
				item.taken = true;
				if (!item.result.isDone()) {
					batch.add(item);
				}
			}
		}
		return batch;
	}

	private void send(Connection connection, LockTable table, List<Item<T>> batch) throws SQLException {
		try {
			Map<String, Long> changed = this.change.on(connection, table,
					batch.stream().map((item) -> item.request).toList());
			batch.forEach((item) -> {
				Long moment = changed.get(this.key.apply(item.request));
				item.result.complete((moment != null) ? OptionalLong.of(moment) : OptionalLong.empty());
			});
		}
		catch (Throwable ex) {
			if (batch.size() > 1 && ex instanceof SQLException && !connection.isClosed()) {
				sendSeparately(connection, table, batch);
				return;
			}
			if (ex instanceof SQLException failure && Failures.isConflict(failure)) {
				batch.forEach((item) -> item.result.complete(OptionalLong.empty()));
				return;
			}
			batch.forEach((item) -> item.result.completeExceptionally(ex));
			throw ex;
		}
	}

	/** A mistake in one must not fail the others. */
	private void sendSeparately(Connection connection, LockTable table, List<Item<T>> batch) {
		for (Item<T> item : batch) {
			try {
				send(connection, table, List.of(item));
			}
			catch (SQLException | RuntimeException ex) {
				// its caller knows
			}
		}
	}

	/**
	 * A statement that changes the rows of different locks.
	 *
	 * @param <T> the type of the requests
	 */
	interface Change<T> {

		/** The moments of the changes, by lock. */
		Map<String, Long> on(Connection connection, LockTable table, List<T> requests) throws SQLException;

	}

	private static final class Item<T> {

		private final T request;

		private final CompletableFuture<OptionalLong> result;

		/** Whether it is sent, or is not needed any more. */
		private boolean taken;

		Item(T request, CompletableFuture<OptionalLong> result) {
			this.request = request;
			this.result = result;
		}

	}

}
