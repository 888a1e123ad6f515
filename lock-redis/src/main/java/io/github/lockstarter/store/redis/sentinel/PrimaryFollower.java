package io.github.lockstarter.store.redis.sentinel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.lettuce.core.api.StatefulConnection;

/**
 * One attempt to connect to the primary, and the resulting connection. Both end when
 * another server has become the primary.
 *
 * @param <C> the type of the connection
 */
final class PrimaryFollower<C extends StatefulConnection<?, ?>> {

	private final Primary primary;

	private final CompletableFuture<C> connection = new CompletableFuture<>();

	PrimaryFollower(Primary primary, CompletionStage<C> attempt) {
		this.primary = primary;
		ConnectionHolder.deliver(attempt, this.connection, this.connection::completeExceptionally);
	}

	/**
	 * The connection; fails with {@link OtherPrimaryException} if it would lead to the
	 * wrong server.
	 */
	CompletableFuture<C> connection() {
		return this.connection;
	}

	/**
	 * Leave the server unless it is that one.
	 */
	void follow(Primary current) {
		if (!current.isSameServerAs(this.primary) && !this.connection.completeExceptionally(new OtherPrimaryException())
				&& !this.connection.isCompletedExceptionally()) {
			ConnectionHolder.close(this.connection.join());
		}
	}

	boolean isOver() {
		return this.connection.isCompletedExceptionally()
				|| (this.connection.isDone() && ConnectionHolder.isClosed(this.connection.join()));
	}

	static final class OtherPrimaryException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		OtherPrimaryException() {
			super("another server has become the primary", null, false, false);
		}

	}

}
