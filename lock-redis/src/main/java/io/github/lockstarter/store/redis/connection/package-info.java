/**
 * One connection to Redis, wherever it leads to. {@code ConnectionHolder} keeps it and
 * opens another one when it is lost; {@code ConnectionAttempts} opens it within a limit.
 * {@code RedisErrors} explains failures and decides whether a retry may help,
 * {@code ConnectionFailures} explains why there is no connection. {@code CurrentClient}
 * makes the {@code ServerClient} of the session from {@code ClientSettings}.
 * {@code SessionTimer} is the one thread on which a session manages its connections, and
 * {@code DebouncedTask} a task that it repeats.
 *
 * <p>
 * Internal to the store on Redis: no other package uses this one.
 */
@NullMarked
package io.github.lockstarter.store.redis.connection;

import org.jspecify.annotations.NullMarked;
