package io.github.lockstarter.sample.storm;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A blow to a process, and its consequences.
 *
 * @param number the number of the blow
 * @param worker the process
 * @param kind the kind of blow
 * @param at when it struck
 * @param itemId the item whose stock it had read and not yet written
 * @param token the fencing token of the lock that it held, as text since it is a large
 * number; empty without a lock
 * @param heir the next holder of the lock; {@code null} if there is none yet
 * @param heirToken the token of the next holder; empty if there is none yet
 * @param millis how long that took; 0 if there is none yet
 * @param resumed when the frozen process went on; {@code null} if it did not
 */
public record Blow(int number, String worker, Kind kind, Instant at, String itemId, String token, @Nullable String heir,
		String heirToken, long millis, @Nullable Instant resumed) {

	Blow inheritedBy(String heir, long heirToken, long millis) {
		return new Blow(this.number, this.worker, this.kind, this.at, this.itemId, this.token, heir,
				Long.toString(heirToken), millis, this.resumed);
	}

	Blow resumedAt(Instant resumed) {
		return new Blow(this.number, this.worker, this.kind, this.at, this.itemId, this.token, this.heir,
				this.heirToken, this.millis, resumed);
	}

	/**
	 * The kind of blow to a process.
	 */
	public enum Kind {

		/**
		 * It is killed at once (SIGKILL).
		 */
		KILL,

		/**
		 * It is stopped (SIGSTOP) until after its lease, and goes on (SIGCONT).
		 */
		FREEZE

	}

}
