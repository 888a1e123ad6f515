package io.github.lockstarter.actuate;

import org.jspecify.annotations.Nullable;

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

	static ForcedRelease done(String key, @Nullable Long token, boolean released) {
		if (released) {
			return new ForcedRelease(key, true,
					"The lock was taken from its holder, which may not know this yet: the rest of its work is not protected.");
		}
		return new ForcedRelease(key, false, (token == null) ? "Nobody held the lock."
				: "Nothing was released: that holder no longer has the lock. Look who has it now.");
	}

}
