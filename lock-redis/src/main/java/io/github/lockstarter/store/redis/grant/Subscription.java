package io.github.lockstarter.store.redis.grant;

import java.util.concurrent.CompletableFuture;

import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * A subscription to a channel on a connection, acknowledged or not yet.
 */
public final class Subscription {

	private final String channel;

	private final StatefulRedisPubSubConnection<String, String> connection;

	private final CompletableFuture<Void> acknowledged = new CompletableFuture<>();

	private volatile Way way;

	Subscription(String channel, StatefulRedisPubSubConnection<String, String> connection, Way way) {
		this.channel = channel;
		this.connection = connection;
		this.way = way;
	}

	String channel() {
		return this.channel;
	}

	StatefulRedisPubSubConnection<String, String> connection() {
		return this.connection;
	}

	CompletableFuture<Void> acknowledged() {
		return this.acknowledged;
	}

	boolean isAcknowledged() {
		return this.acknowledged.isDone() && !this.acknowledged.isCompletedExceptionally();
	}

	void acknowledge() {
		this.acknowledged.complete(null);
	}

	Way way() {
		return this.way;
	}

	void setWay(Way way) {
		this.way = way;
	}

	/**
	 * The way in which a waiter is notified of its grant.
	 */
	enum Way {

		/** By a channel of the one server, which knows all listeners. */
		NORMAL("n"),

		/** By a channel of the slot's primary, which knows all listeners. */
		SHARDED("s"),

		/** By a channel whose listeners no server knows completely. */
		BROADCAST("b");

		private final String letter;

		Way(String letter) {
			this.letter = letter;
		}

		/** Letter of the way in {@code head.lua}. */
		String letter() {
			return this.letter;
		}

	}

}
