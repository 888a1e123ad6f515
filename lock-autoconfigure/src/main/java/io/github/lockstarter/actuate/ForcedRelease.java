package io.github.lockstarter.actuate;

/**
 * The result of a request to take a lock from its holder.
 *
 * @param key the lock
 * @param released whether the lock was taken from a holder
 * @param message what happened, and what to do
 */
public record ForcedRelease(String key, boolean released, String message) {

	static ForcedRelease switchedOff(String key) {
		return new ForcedRelease(key, false, "Nothing was released: set '" + LocksEndpoint.FORCE_RELEASE_PROPERTY
				+ "=true' to let operators take locks from their holders.");
	}

	static ForcedRelease done(String key, boolean released) {
		return new ForcedRelease(key, released, released
				? "The lock was taken from its holder, which may not know this yet: the rest of its work is not protected."
				: "Nobody held the lock.");
	}

}
