/**
 * Where the primary is, if sentinels watch it. Each attempt to connect asks all of them
 * at once ({@code PrimaryFollower}, {@code PrimaryLookup}), and they are listened to
 * ({@code SentinelSubscription}), so that {@code SentinelWatch} notices a failover at
 * once and lets each connection leave the former {@code Primary}. {@code SentinelUri}
 * reads from the application's client which sentinels there are, and
 * {@code SentinelConnections} opens and closes the connections to them.
 *
 * <p>
 * Internal to the store on Redis: nobody else knows this package.
 */
@NullMarked
package io.github.lockstarter.store.redis.sentinel;

import org.jspecify.annotations.NullMarked;
