package io.github.lockstarter.store;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A shared store that keeps one record per lock. To add a store, implement this and
 * {@link LockSession}; nothing else needs to change.
 *
 * <p>
 * Thread-safe.
 */
public interface LockStore {

	/**
	 * Open the view of one participant. Does not block, and the store need not be up: an
	 * operation that can't reach it fails by itself.
	 * @param instance an id that no other participant ever had or will have, of letters,
	 * digits, {@code -} and {@code _}
	 * @param listener receives the grants to this instance, on a thread that must not be
	 * blocked
	 * @return the session, to be closed
	 */
	LockSession open(String instance, GrantListener listener);

	/**
	 * The features that this store lacks. What needs them is refused before the store is
	 * asked.
	 * @return always the same features; none unless overridden
	 */
	default Set<StoreFeature> lacks() {
		return Set.of();
	}

	/**
	 * The longest lease that this store keeps. What needs a longer one is refused before
	 * the store is asked.
	 * @return always the same time; empty, which means any lease, unless overridden
	 */
	default Optional<Duration> longestLease() {
		return Optional.empty();
	}

}
