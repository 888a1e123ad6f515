package io.github.lockstarter.core.hold;

import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link StoreException} with which a stage failed.
 */
public final class StoreFailures {

	private StoreFailures() {
	}

	public static StoreException of(@Nullable Throwable thrown) {
		return StoreException.of(thrown, "the store failed unexpectedly");
	}

}
