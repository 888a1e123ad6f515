/**
 * How this instance hears of grants. {@code GrantChannels} subscribes a channel when it
 * is first waited for, as a {@code Subscription}, on {@code GrantConnections}, which tell
 * a {@code GrantReceiver} what arrives. Nothing is subscribed in advance, and whoever
 * waits asks again when a subscription is lost.
 *
 * <p>
 * A subscription that is not acknowledged, or that the server does not know, is replaced.
 * If a grant did not arrive, {@code ChannelDoubts} sends a message to ourselves, and
 * {@code PublishCheck} finds out in the same way whether Redis lets us publish at all.
 *
 * <p>
 * Internal to the store on Redis: nobody else knows this package.
 */
@NullMarked
package io.github.lockstarter.store.redis.grant;

import org.jspecify.annotations.NullMarked;
