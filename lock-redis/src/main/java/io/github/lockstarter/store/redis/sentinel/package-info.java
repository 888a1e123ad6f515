/**
 * The current primary, if sentinels watch it. Each attempt to connect asks all of them at
 * once ({@code PrimaryFollower}, {@code PrimaryLookup}); subscriptions to them
 * ({@code SentinelSubscription}) let {@code SentinelWatch} notice a failover at once and
 * make each connection leave the former {@code Primary}. {@code SentinelConnections}
 * opens and closes the connections to them.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.sentinel;

import org.jspecify.annotations.NullMarked;
