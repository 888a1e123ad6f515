/**
 * Reactive transactions: none is committed under a lock that was lost. Loaded only where
 * both Reactor and spring-tx are on the class path.
 */
@NullMarked
package io.github.lockstarter.reactive.transaction;

import org.jspecify.annotations.NullMarked;
