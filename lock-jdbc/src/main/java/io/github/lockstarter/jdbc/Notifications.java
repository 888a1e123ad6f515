package io.github.lockstarter.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.record.Acquisition;
import io.github.lockstarter.store.record.Message;

/**
 * Messages as notifications of PostgreSQL, one channel for each instance.
 */
final class Notifications {

	/** The server cuts off longer names of channels. */
	private static final int LONGEST_NAME = 63;

	private static final String GRANTED = "granted";

	private static final String REVOKED = "revoked";

	/** Between the id of the server and the proof of the grant. */
	private static final String PROOF = "~";

	private Notifications() {
	}

	/** The channel of an instance, and the name of the connection that listens to it. */
	static String channel(String instance) {
		String name = "lock_" + instance;
		return (name.length() <= LONGEST_NAME) ? name
				: "lock_" + RowKey.hash(instance.getBytes(StandardCharsets.UTF_8)).substring(0, 48);
	}

	/** A change of a row that notifies, and returns rows, if it changes one. */
	static String sent(String change) {
		return "with changed as (" + change + " returning 1) select pg_notify(m.channel, m.payload)"
				+ " from changed, unnest(cast(? as text[]), cast(? as text[])) as m(channel, payload)";
	}

	static void set(Connection connection, PreparedStatement statement, int index, List<Message> messages)
			throws SQLException {
		statement.setArray(index, connection.createArrayOf("text",
				messages.stream().map((message) -> channel(message.instance())).toArray()));
		statement.setArray(index + 1,
				connection.createArrayOf("text", messages.stream().map(Notifications::payload).toArray()));
	}

	/** Wake the listening connection, so that it ends, or shows that it listens. */
	static boolean wake(Connection connection, String instance) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement("select pg_notify(?, '')")) {
			statement.setString(1, channel(instance));
			return statement.execute();
		}
	}

	static String payload(Message message) {
		if (message instanceof Message.Granted granted) {
			GrantNotification grant = granted.grant();
			Duration waited = grant.othersWaited();
			return String.join(" ", GRANTED, granted.instance(), Long.toString(grant.sequence()),
					Long.toString(grant.token()), Long.toString(grant.deadlineMillis()),
					Long.toString(grant.clock().micros()), sender(grant),
					(waited != null) ? Long.toString(TimeUnit.NANOSECONDS.toMicros(waited.toNanos())) : "",
					written(grant.key()));
		}
		Message.Revoked revoked = (Message.Revoked) message;
		return String.join(" ", REVOKED, revoked.instance(), Long.toString(revoked.holder().sequence()),
				written(revoked.key()));
	}

	/**
	 * Former versions ask the database before they believe in a server that has a secret.
	 */
	private static String sender(GrantNotification grant) {
		String server = grant.clock().server();
		return grant.proof().isEmpty() ? server : server + PROOF + grant.proof();
	}

	/** A notification can't contain the character that ends a text in C. */
	private static String written(String key) {
		return key.replace("%", "%25").replace("\0", "%00");
	}

	private static String read(String key) {
		return key.replace("%00", "\0").replace("%25", "%");
	}

	static Message message(String payload) {
		if (payload.startsWith(GRANTED + " ")) {
			String[] fields = payload.split(" ", 9);
			String[] sender = fields[6].split(PROOF, 2);
			Duration waited = fields[7].isEmpty() ? null : Duration.of(Long.parseLong(fields[7]), ChronoUnit.MICROS);
			return new Message.Granted(fields[1],
					new GrantNotification(read(fields[8]), Long.parseLong(fields[2]), Long.parseLong(fields[3]),
							Long.parseLong(fields[4]), new StoreClock(Long.parseLong(fields[5]), sender[0]), waited,
							(sender.length > 1) ? sender[1] : ""));
		}
		String[] fields = payload.split(" ", 4);
		return new Message.Revoked(new Acquisition(fields[1], Long.parseLong(fields[2])), read(fields[3]));
	}

}
