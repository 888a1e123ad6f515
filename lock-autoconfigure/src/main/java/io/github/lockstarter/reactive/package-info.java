/**
 * Methods that return publishers of Reactor, or of a library for which Spring has an
 * adapter: each subscription takes the lock without blocking a thread, and holds it until
 * it has ended. Reactor's context carries the locks along.
 */
@NullMarked
package io.github.lockstarter.reactive;

import org.jspecify.annotations.NullMarked;
