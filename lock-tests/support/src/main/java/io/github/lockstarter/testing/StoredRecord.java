package io.github.lockstarter.testing;

import java.util.List;

import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.jspecify.annotations.Nullable;

/**
 * The record of a lock as it stands in Redis.
 *
 * @param owner the acquisition that holds the lock; empty if nobody does
 * @param token the last fencing token
 * @param lastsMillis how long the owner's lease lasts from the moment of the token on
 * @param reserved how many further tokens are the owner's
 * @param queue the acquisitions that wait
 * @param finished marks of finished acquisitions
 * @param holdings those that share the lock
 * @param owners the names of application, process and thread
 */
public record StoredRecord(String owner, long token, long lastsMillis, long reserved, String queue, String finished,
		String holdings, List<String> owners) {

	/** That of a lock of which nothing is known. */
	public static final StoredRecord NONE = new StoredRecord("", 0, 0, 0, "", "", "", List.of("", "", ""));

	/**
	 * Read a record; one that is missing is that of a free lock.
	 */
	public static StoredRecord of(RedisClusterCommands<String, String> commands, String key) {
		return of(commands.get(key));
	}

	private static StoredRecord of(@Nullable String text) {
		if (text == null) {
			return NONE;
		}
		List<String> lines = List.of(text.split("\n", -1));
		String[] header = lines.get(0).split(" ", -1);
		int owners = header[0].equals("lock/4+") ? 4 : 1;
		return new StoredRecord(header[1], Long.parseLong(header[2]), Long.parseLong(header[3]),
				Long.parseLong(header[4]), (owners > 1) ? lines.get(1) : "", (owners > 1) ? lines.get(2) : "",
				(owners > 1) ? lines.get(3) : "", List.copyOf(lines.subList(owners, lines.size())));
	}

	/**
	 * A record as a later version might write it.
	 */
	public static String ofLayout(int layout) {
		return "lock/" + layout + " whatever";
	}

	/**
	 * By which way the last of those that wait hears of its grant.
	 */
	public String wayOfTheLast() {
		return this.queue.replaceAll(".*@\\d+(\\w)\\d+.*", "$1");
	}

}
