/**
 * The way of grants to this instance. {@code GrantChannels} subscribes to a channel when
 * a lock is first waited for, as a {@code Subscription}, on {@code GrantConnections},
 * which pass messages to a {@code GrantReceiver}. There are no subscriptions in advance,
 * and waiters ask again when one is lost.
 *
 * <p>
 * A subscription that is not acknowledged, or that the server does not know, is replaced.
 * If a grant did not arrive, {@code SuspectChannels} sends a message to ourselves;
 * {@code PublishCheck} finds out in the same way whether Redis lets us publish at all.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.grant;

import org.jspecify.annotations.NullMarked;
