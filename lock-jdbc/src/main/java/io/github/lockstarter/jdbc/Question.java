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
import io.github.lockstarter.store.record.KeptRecord;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;

/**
 * A request to the record of a lock at a moment, repeated until the record was not
 * changed meanwhile.
 */
interface Question<T> {

	/** The moment for a record that is written before its moment is known. */
	long EARLY_MICROS = 1_000_000;

	int MOST_ATTEMPTS = 200;

	Reply<T> ask(KeptRecord record, Moment now);

	/**
	 * Send a request for a lock that probably has no row: if so, one statement suffices.
	 */
	default Answered<T> askOrBegin(Connection connection, LockTable table, String key, Consumer<Message> local)
			throws SQLException {
		Moment early = new Moment(EARLY_MICROS, "", (instance) -> true);
		KeptRecord first = ask(KeptRecord.empty(key), early).record();
		if (!first.isForgotten(early)) {
			String text = first.text(EARLY_MICROS);
			OptionalLong created = table.begin(connection, key, text, first.forgottenAtMillis() - early.millis());
			if (created.isPresent()) {
				long micros = created.getAsLong();
				T answer = ask(KeptRecord.empty(key), new Moment(micros, "", (instance) -> true)).answer();
				return new Answered<>(answer, new Row(key, micros, text, micros, ""));
			}
		}
		return ask(connection, table, key, local);
	}

	default Answered<T> ask(Connection connection, LockTable table, String key, Consumer<Message> local)
			throws SQLException {
		for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
			Row row = table.find(connection, key);
			Moment now = new Moment(row.micros(), row.server(), new Reachability(connection, table.dialect()));
			Reply<T> reply = ask(row.read(), now);
			Row next = row.next(reply.record(), now);
			if (replace(connection, table, row, next, reply)) {
				if (!table.dialect().isNotifying()) {
					reply.messages().forEach(local);
				}
				return new Answered<>(reply.answer(), next);
			}
			pause(attempt);
		}
		throw new StoreException("others changed the record of a lock " + MOST_ATTEMPTS + " times in a row", true,
				null);
	}

	/**
	 * Send a request that probably ends a lock whose row is probably unchanged, while it
	 * is held: if so, one statement suffices.
	 */
	default Answered<T> askOrEnd(Connection connection, LockTable table, Row known, Consumer<Message> local)
			throws SQLException {
		Moment then = new Moment(known.micros(), known.server(), (instance) -> true);
		KeptRecord record = known.read();
		Reply<T> reply = ask(record, then);
		LockRecord.Hold hold = record.inspect(then).hold();
		if (table.dialect().isReturning() && hold != null && reply.record().isForgotten(then)
				&& reply.messages().isEmpty()) {
			long end = (then.millis() + hold.remaining().toMillis()) * 1000;
			OptionalLong deleted = table.delete(connection, known, end);
			if (deleted.isPresent()) {
				Moment now = new Moment(deleted.getAsLong(), known.server(), (instance) -> true);
				return new Answered<>(ask(record, now).answer(), known.next(reply.record(), now));
			}
		}
		return ask(connection, table, known.key(), local);
	}

	private boolean replace(Connection connection, LockTable table, Row row, Row next, Reply<T> reply)
			throws SQLException {
		try {
			return table.replace(connection, row, next, reply.record().forgottenAtMillis(), reply.messages());
		}
		catch (SQLException ex) {
			if (Failures.isConflict(ex)) {
				return false;
			}
			throw ex;
		}
	}

	private static void pause(int attempt) {
		if (attempt > 2) {
			LockSupport
				.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(Math.min(attempt, 20))));
		}
	}

}
