package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.record.LockRecordState;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;
import org.jspecify.annotations.Nullable;

/**
 * A request to the record of a lock at a moment, repeated until the record was not
 * changed meanwhile.
 */
interface Question<T> {

	/** The moment for a record that is written before its moment is known. */
	long EARLY_MICROS = 1_000_000;

	int MOST_ATTEMPTS = 200;

	Reply<T> ask(LockRecordState record, Moment now);

	/**
	 * Send a request for a lock that probably has no row: if so, one statement suffices.
	 */
	default Answered<T> askOrBegin(Connection connection, LockTable table, String key, Consumer<Message> local)
			throws SQLException {
		NewRow first = first(key);
		Answered<T> begun = (first != null) ? attempt(() -> begin(connection, table, first)) : null;
		return (begun != null) ? begun : ask(connection, table, key, local);
	}

	/** The row that the request creates if the lock has none, or {@code null}. */
	default @Nullable NewRow first(String key) {
		Moment early = new Moment(EARLY_MICROS, "", (instance) -> true);
		LockRecordState first = ask(LockRecordState.empty(key), early).record();
		return first.isForgotten(early) ? null
				: new NewRow(key, first.text(EARLY_MICROS), first.forgottenAtMillis() - early.millis());
	}

	/** The answer to the request that has created a row. */
	default Answered<T> begun(NewRow first, long micros) {
		String key = first.key();
		T answer = ask(LockRecordState.empty(key), new Moment(micros, "", (instance) -> true)).answer();
		return new Answered<>(answer, new Row(key, micros, first.text(), micros, ""));
	}

	default Answered<T> ask(Connection connection, LockTable table, String key, Consumer<Message> local)
			throws SQLException {
		for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
			Answered<T> answered = attempt(() -> askOnce(connection, table, key, local));
			if (answered != null) {
				return answered;
			}
			pause(attempt);
		}
		throw new StoreException("others changed the record of a lock " + MOST_ATTEMPTS + " times in a row", true,
				null);
	}

	/**
	 * The answer, or {@code null} if others changed the row meanwhile: where transactions
	 * are isolated more strictly than by default, that is a failure.
	 */
	private static <T> @Nullable Answered<T> attempt(Attempt<T> attempt) throws SQLException {
		try {
			return attempt.answer();
		}
		catch (SQLException ex) {
			if (Failures.isConflict(ex)) {
				return null;
			}
			throw ex;
		}
	}

	private @Nullable Answered<T> askOnce(Connection connection, LockTable table, String key, Consumer<Message> local)
			throws SQLException {
		Row row = table.find(connection, key);
		NewRow first = (row.text() == null) ? first(key) : null;
		return (first != null) ? begin(connection, table, first) : change(connection, table, row, local);
	}

	/**
	 * Create the row at the moment of the statement itself: since the lock was seen to
	 * have none, others may have had it, with later tokens.
	 */
	private @Nullable Answered<T> begin(Connection connection, LockTable table, NewRow first) throws SQLException {
		OptionalLong created = table.begin(connection, first);
		return created.isPresent() ? begun(first, created.getAsLong()) : null;
	}

	private @Nullable Answered<T> change(Connection connection, LockTable table, Row row, Consumer<Message> local)
			throws SQLException {
		Moment now = new Moment(row.micros(), row.server(), new Reachability(connection, table.dialect()));
		Reply<T> reply = ask(row.read(), now);
		Row next = row.next(reply.record(), now);
		if (!table.replace(connection, row, next, reply.record().forgottenAtMillis(), reply.messages())) {
			return null;
		}
		if (!table.dialect().isNotifying()) {
			reply.messages().forEach(local);
		}
		return new Answered<>(reply.answer(), next);
	}

	/**
	 * The row that the request deletes if it is unchanged, while the lock is held;
	 * {@code null} if it does more than that.
	 */
	default @Nullable LastRow last(Row known) {
		Moment then = new Moment(known.micros(), known.server(), (instance) -> true);
		LockRecordState record = known.read();
		Reply<T> reply = ask(record, then);
		LockRecord.Hold hold = record.inspect(then).hold();
		if (hold == null || !reply.record().isForgotten(then) || !reply.messages().isEmpty()) {
			return null;
		}
		return new LastRow(known, (then.millis() + hold.remaining().toMillis()) * 1000);
	}

	/** The answer to the request that has deleted a row. */
	default T ended(LastRow last, long micros) {
		return ask(last.row().read(), new Moment(micros, last.row().server(), (instance) -> true)).answer();
	}

	private static void pause(int attempt) {
		if (attempt > 2) {
			LockSupport
				.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(Math.min(attempt, 20))));
		}
	}

	/**
	 * An attempt that fails, or is in vain, if others change the row meanwhile.
	 */
	interface Attempt<T> {

		@Nullable Answered<T> answer() throws SQLException;

	}

}
