package io.github.lockstarter.jdbc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The primary key of the row of a lock: the lock's key, or the hash of a key that is too
 * long for an index. The record has the key itself.
 */
final class RowKey {

	private static final String HASHED = "sha-256 ";

	/** An index of PostgreSQL holds 2700 bytes at most. */
	private static final int LONGEST = 1000;

	private RowKey() {
	}

	static String of(String key) {
		byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
		boolean plain = bytes.length <= LONGEST && key.indexOf('\0') < 0 && !key.startsWith(HASHED);
		return plain ? key : HASHED + hash(bytes);
	}

	static String hash(byte[] bytes) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every JVM has SHA-256", ex);
		}
	}

}
