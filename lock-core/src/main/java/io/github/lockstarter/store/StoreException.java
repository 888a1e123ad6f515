package io.github.lockstarter.store;

import java.util.concurrent.CompletionException;

import io.github.lockstarter.LogText;
import org.jspecify.annotations.Nullable;

/**
 * A store failed: it can't be reached, did not answer, or refused to serve.
 */
public class StoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final boolean passing;

	private final Kind kind;

	/**
	 * Create the exception.
	 * @param message what happened and, if somebody has to act, what to do
	 * @param passing whether a retry may help
	 * @param cause the failure below
	 */
	public StoreException(String message, boolean passing, @Nullable Throwable cause) {
		this(message, passing, Kind.OTHER, cause);
	}

	/**
	 * Create the exception.
	 * @param message what happened and, if somebody has to act, what to do
	 * @param passing whether a retry may help
	 * @param kind the kind of failure
	 * @param cause the failure below
	 */
	public StoreException(String message, boolean passing, Kind kind, @Nullable Throwable cause) {
		super(LogText.of(message), cause);
		this.passing = passing;
		this.kind = kind;
	}

	/**
	 * The failure with which a stage of a store has ended.
	 * @param thrown the exception that its consumer got
	 * @param otherwise the message for any exception other than a {@link StoreException}
	 * @return the exception with which the stage failed, or a passing one with that as
	 * its cause
	 */
	public static StoreException of(@Nullable Throwable thrown, String otherwise) {
		Throwable cause = (thrown instanceof CompletionException && thrown.getCause() != null) ? thrown.getCause()
				: thrown;
		return (cause instanceof StoreException exception) ? exception
				: new StoreException(otherwise + ": " + cause, true, cause);
	}

	/**
	 * Whether a retry may help.
	 * @return false if somebody has to change something first
	 */
	public boolean isPassing() {
		return this.passing;
	}

	/**
	 * The kind of failure.
	 * @return the kind
	 */
	public Kind getKind() {
		return this.kind;
	}

	/**
	 * The kinds of failures, for metrics.
	 */
	public enum Kind {

		/**
		 * The store can't be reached, or the connection to it was lost.
		 */
		CONNECTION,

		/**
		 * The store does not allow what locks need.
		 */
		PERMISSION,

		/**
		 * The memory of the store is full.
		 */
		MEMORY,

		/**
		 * The store can't serve for now: it loads, is a replica, or a part of it is down.
		 */
		NOT_READY,

		/**
		 * Anything else.
		 */
		OTHER

	}

}
