/**
 * The current primary, if sentinels watch it. Each attempt to connect asks all of them at
 * once ({@code PrimaryLookup}); subscriptions to them ({@code SentinelSubscription}) let
 * {@code SentinelWatch} notice a failover at once, and each {@code PrimaryFollower},
 * which is a connection or an attempt to open it, leave the former {@code Primary}.
 * {@code SentinelConnector} opens connections to one of them.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.sentinel;

import org.jspecify.annotations.NullMarked;
