package io.github.lockstarter.core.hold;

import java.util.concurrent.CompletionException;

import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link StoreException} with which a stage failed.
 */
public final class StoreFailures {

	private StoreFailures() {
	}

	public static StoreException of(@Nullable Throwable thrown) {
		Throwable cause = (thrown instanceof CompletionException && thrown.getCause() != null) ? thrown.getCause()
				: thrown;
		return (cause instanceof StoreException exception) ? exception
				: new StoreException("the store failed unexpectedly: " + cause, true, cause);
	}

}
