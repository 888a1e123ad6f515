/**
 * One connection to Redis, wherever it leads to. {@code ConnectionHolder} keeps it and
 * opens another one when it is lost; {@code ConnectionAttempts} opens it on a thread of
 * its own, within a limit. {@code Failures} says in words what went wrong, and whether
 * trying again may help, {@code ConnectionFailures} why there is no connection.
 * {@code SessionTimer} is the one thread on which a session looks after its connections,
 * and {@code DebouncedTask} something that it does again and again.
 *
 * <p>
 * Internal to the store on Redis: nobody else knows this package.
 */
@NullMarked
package io.github.lockstarter.store.redis.connection;

import org.jspecify.annotations.NullMarked;
