package io.github.lockstarter.store.redis.command;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;

/**
 * Secrets of the acquisitions that wait. Each stands in the record of its lock, and the
 * script that grants the lock repeats it in its message, behind the id of the server. So
 * who can't read records can't send a message that counts as a grant: it names another
 * server than the one that was asked, and the waiter asks before it believes it.
 * <p>
 * A secret is a keyed hash (HMAC-SHA256, RFC 2104) of the acquisition, so nothing has to
 * be remembered. Thread-safe.
 */
public final class GrantSecrets {

	private static final String ALGORITHM = "HmacSHA256";

	private static final int KEY_BYTES = 32;

	/** Nobody can try so many in the time for which an acquisition waits. */
	private static final int SHOWN_BYTES = 8;

	private static final char SEPARATOR = '~';

	private final SecretKeySpec key;

	/** Create secrets that nobody else knows. */
	public GrantSecrets() {
		byte[] random = new byte[KEY_BYTES];
		new SecureRandom().nextBytes(random);
		this.key = new SecretKeySpec(random, ALGORITHM);
	}

	/**
	 * The secret of an acquisition as it stands in a record, and behind a server's id.
	 */
	String of(AcquireRequest request) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			byte[] hash = mac.doFinal((request.sequence() + ":" + request.key()).getBytes(StandardCharsets.UTF_8));
			return SEPARATOR + HexFormat.of().formatHex(hash, 0, SHOWN_BYTES);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Each Java platform has " + ALGORITHM, ex);
		}
	}

	/**
	 * Complete the answer to an acquisition: a grant to one that waits counts only with
	 * its secret.
	 */
	public StoreAnswer expected(AcquireRequest request, StoreAnswer answer) {
		StoreClock clock = answer.clock();
		return (answer.state() != AcquisitionState.QUEUED || clock.server().isEmpty()) ? answer
				: new StoreAnswer(answer.state(), answer.token(), answer.remaining(),
						new StoreClock(clock.micros(), clock.server() + of(request)), answer.othersWaited());
	}

}
