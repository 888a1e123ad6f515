package io.github.lockstarter.core.hold;

import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link StoreException} with which a stage failed, or for which it is not
 * done.
 */
public final class StoreFailures {

	private StoreFailures() {
	}

	public static StoreException of(@Nullable Throwable thrown) {
		return StoreException.of(thrown, "the store failed unexpectedly");
	}

	/** Why a store does not answer; {@code null} if it does not know. */
	public static @Nullable StoreException ofSilence(LockSession session) {
		try {
			return session.reasonForSilence();
		}
		catch (Throwable ex) {
			return of(ex);
		}
	}

}
