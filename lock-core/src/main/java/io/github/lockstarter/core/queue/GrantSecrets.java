package io.github.lockstarter.core.queue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.github.lockstarter.core.platform.Platform;

/**
 * Secrets of the acquisitions that wait. A store keeps each with its place in the queue,
 * and the grant proves that its sender knows it. So who can't read records can't send a
 * message that counts as a grant.
 * <p>
 * A secret is a keyed hash (HMAC-SHA256, RFC 2104) of the acquisition's number, so none
 * has to be remembered before its place is told. Thread-safe.
 */
final class GrantSecrets {

	private static final String ALGORITHM = "HmacSHA256";

	/** Nobody can try so many in the time for which an acquisition waits. */
	private static final int SHOWN_BYTES = 8;

	private final SecretKeySpec key;

	/** Create secrets that nobody else knows. */
	GrantSecrets(Platform platform) {
		this.key = new SecretKeySpec((platform.randomId() + platform.randomId()).getBytes(StandardCharsets.US_ASCII),
				ALGORITHM);
	}

	/** The secret of an acquisition, in hexadecimal digits. */
	String of(long sequence) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(sequence).array());
			return HexFormat.of().formatHex(hash, 0, SHOWN_BYTES);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Each Java platform has " + ALGORITHM, ex);
		}
	}

}
