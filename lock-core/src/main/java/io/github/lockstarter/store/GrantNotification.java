package io.github.lockstarter.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * The news for a waiter that the lock was granted to it. A grant is valid for a short
 * claim window only: the waiter claims it by repeating its acquisition. A grant without
 * the right proof is claimed before it is used, since anybody may have sent it.
 * Immutable.
 *
 * @param key the lock
 * @param sequence the acquisition that was granted
 * @param token its fencing token, which distinguishes grants
 * @param deadlineMillis when the claim window ends, in milliseconds on the server's clock
 * @param clock when it was granted
 * @param othersWaited see {@link StoreAnswer}
 * @param proof what shows that the sender knows the {@linkplain AcquireRequest#secret()
 * secret} of the acquisition, and that nobody has changed the grant; empty if nothing
 * does
 */
public record GrantNotification(String key, long sequence, long token, long deadlineMillis, StoreClock clock,
		@Nullable Duration othersWaited, String proof) {

	/**
	 * Of the only algorithm that scripts of Redis know. It is copied, and no text is
	 * joined by {@code +}, since a waiter wakes up only after that: the first time, both
	 * take longer than all the rest.
	 */
	private static final MessageDigest DIGEST = digest();

	/** As many as a secret has. */
	private static final int PROOF_BYTES = 8;

	private static final int TEXT_LENGTH = 128;

	/**
	 * Create a grant without the time that others have waited, and without a proof.
	 * @param key the lock
	 * @param sequence the acquisition that was granted
	 * @param token its fencing token
	 * @param deadlineMillis when the claim window ends
	 * @param clock when it was granted
	 */
	public GrantNotification(String key, long sequence, long token, long deadlineMillis, StoreClock clock) {
		this(key, sequence, token, deadlineMillis, clock, null, "");
	}

	/**
	 * The same grant with the proof that its sender knows a secret: 16 hexadecimal
	 * digits, the first of the SHA-1 hash of the secret, the acquisition's number, the
	 * token, the end of the claim window, the time and the server, with blanks between
	 * them.
	 * @param secret the secret; empty for no proof
	 * @return a new grant
	 */
	public GrantNotification provenBy(String secret) {
		return new GrantNotification(this.key, this.sequence, this.token, this.deadlineMillis, this.clock,
				this.othersWaited, secret.isEmpty() ? "" : proofOf(secret));
	}

	/**
	 * The same grant, to be claimed before it is used.
	 * @return a grant without a proof
	 */
	public GrantNotification unproven() {
		return provenBy("");
	}

	/**
	 * Whether its sender knows a secret, and nobody has changed it since.
	 * @param secret the secret
	 * @return true if its proof is the one of that secret
	 */
	public boolean isProvenBy(String secret) {
		return !this.proof.isEmpty() && this.proof.equals(proofOf(secret));
	}

	private String proofOf(String secret) {
		StringBuilder text = new StringBuilder(TEXT_LENGTH);
		text.append(secret).append(' ').append(this.sequence).append(' ').append(this.token).append(' ');
		text.append(this.deadlineMillis)
			.append(' ')
			.append(this.clock.micros())
			.append(' ')
			.append(this.clock.server());
		byte[] hash = copyOfDigest().digest(text.toString().getBytes(StandardCharsets.UTF_8));
		return HexFormat.of().formatHex(hash, 0, PROOF_BYTES);
	}

	private static MessageDigest copyOfDigest() {
		try {
			return (MessageDigest) DIGEST.clone();
		}
		catch (CloneNotSupportedException ex) {
			return digest();
		}
	}

	private static MessageDigest digest() {
		try {
			return MessageDigest.getInstance("SHA-1");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Each Java platform has SHA-1", ex);
		}
	}

}
