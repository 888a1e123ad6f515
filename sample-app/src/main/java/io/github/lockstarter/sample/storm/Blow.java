package io.github.lockstarter.sample.storm;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What was done to a process, and what came of it.
 *
 * @param number counts blows
 * @param worker the process
 * @param kind what was done
 * @param at when
 * @param itemId the item whose stock it had read and not yet written
 * @param token the fencing token of the lock that it held, as text since it is a large
 * number; empty without a lock
 * @param heir who got the lock next; {@code null} if nobody yet
 * @param heirToken that one's token; empty if nobody yet
 * @param millis how long that took; 0 if nobody yet
 * @param resumed when the process went on that was frozen; {@code null} if it did not
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
	 * What is done to a process.
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
