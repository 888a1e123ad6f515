package io.github.lockstarter.store;

import java.util.concurrent.CompletionException;

import io.github.lockstarter.Printable;
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
	 * @param message what happened and, if a person has to do something, what
	 * @param passing whether trying again may help
	 * @param cause the failure below
	 */
	public StoreException(String message, boolean passing, @Nullable Throwable cause) {
		this(message, passing, Kind.OTHER, cause);
	}

	/**
	 * Create the exception.
	 * @param message what happened and, if a person has to do something, what
	 * @param passing whether trying again may help
	 * @param kind what kind of failure it is
	 * @param cause the failure below
	 */
	public StoreException(String message, boolean passing, Kind kind, @Nullable Throwable cause) {
		super(Printable.of(message), cause);
		this.passing = passing;
		this.kind = kind;
	}

	/**
	 * The failure with which a stage of a store has ended.
	 * @param thrown what its consumer was given
	 * @param otherwise what to say of anything that is no {@link StoreException}
	 * @return the exception that the stage failed with, or one that passes and has that
	 * as its cause
	 */
	public static StoreException of(@Nullable Throwable thrown, String otherwise) {
		Throwable cause = (thrown instanceof CompletionException && thrown.getCause() != null) ? thrown.getCause()
				: thrown;
		return (cause instanceof StoreException exception) ? exception
				: new StoreException(otherwise + ": " + cause, true, cause);
	}

	/**
	 * Whether trying again may help.
	 * @return false if it can't help before somebody changes something
	 */
	public boolean isPassing() {
		return this.passing;
	}

	/**
	 * What kind of failure it is.
	 * @return the kind
	 */
	public Kind getKind() {
		return this.kind;
	}

	/**
	 * Kinds of failures, for those who count them.
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
