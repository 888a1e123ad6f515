package io.github.lockstarter.store.redis.grant;

import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * Receives messages and changes on the connections for grants.
 */
interface GrantReceiver {

	void received(StatefulRedisPubSubConnection<String, String> connection, String channel, String message);

	void subscribed(StatefulRedisPubSubConnection<String, String> connection, String channel);

	/** The server ended a subscription, as it does when a slot moves away. */
	void unsubscribed(StatefulRedisPubSubConnection<String, String> connection, String channel);

	void lost(StatefulRedisPubSubConnection<String, String> connection);

}
