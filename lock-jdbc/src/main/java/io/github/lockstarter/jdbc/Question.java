package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.record.KeptRecord;
import io.github.lockstarter.store.record.Message;
import io.github.lockstarter.store.record.Moment;
import io.github.lockstarter.store.record.Reply;

/**
 * Something that the record of a lock is asked at a moment, as often as it takes for
 * nobody to change the record meanwhile.
 */
interface Question<T> {

	/** A moment for what is written before its moment is known. */
	long EARLY_MICROS = 1_000_000;

	int MOST_ATTEMPTS = 200;

	Reply<T> ask(KeptRecord record, Moment now);

	/**
	 * Ask for a lock that probably has no row: if so, one statement is enough.
	 */
	default T askOrBegin(Connection connection, LockTable table, String key, Consumer<Message> local)
			throws SQLException {
		Moment early = new Moment(EARLY_MICROS, "", (instance) -> true);
		KeptRecord first = ask(KeptRecord.empty(key), early).record();
		if (!first.isForgotten(early)) {
			OptionalLong created = table.begin(connection, key, first.text(EARLY_MICROS),
					first.forgottenAtMillis() - early.millis());
			if (created.isPresent()) {
				return ask(KeptRecord.empty(key), new Moment(created.getAsLong(), "", (instance) -> true)).answer();
			}
		}
		return ask(connection, table, key, local);
	}

	default T ask(Connection connection, LockTable table, String key, Consumer<Message> local) throws SQLException {
		for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
			Row row = table.find(connection, key);
			Moment now = new Moment(row.micros(), row.server(), new Reachability(connection, table.dialect()));
			Reply<T> reply = ask(row.read(), now);
			if (replace(connection, table, row, reply, !reply.record().isForgotten(now))) {
				if (!table.dialect().isNotifying()) {
					reply.messages().forEach(local);
				}
				return reply.answer();
			}
			pause(attempt);
		}
		throw new StoreException("others changed the record of a lock " + MOST_ATTEMPTS + " times in a row", true,
				null);
	}

	private boolean replace(Connection connection, LockTable table, Row row, Reply<T> reply, boolean keep)
			throws SQLException {
		try {
			return table.replace(connection, row, reply.record(), keep, reply.messages());
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
