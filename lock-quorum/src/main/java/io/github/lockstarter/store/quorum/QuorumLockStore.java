package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;

/**
 * A {@link LockStore} made of an odd number of independent stores: a majority of them
 * decides about each lock, so that locks keep working while a minority is down. Supports
 * only exclusive locks; has no queue, and no order among waiters.
 *
 * <p>
 * Two callers hold a lock at the same time only if the nodes' clocks are wrong by more
 * than the leases allow, or if a node forgets a lease without a restart. A node that has
 * forgotten its data and whose clock is behind those of the others can repeat a fencing
 * token. Thread-safe.
 */
public final class QuorumLockStore implements LockStore {

	private final List<NamedStore> stores;

	private final QuorumOptions options;

	private final QuorumTimer timer;

	private final List<QuorumSession> sessions = new CopyOnWriteArrayList<>();

	/**
	 * Create a store.
	 * @param stores the stores, an odd number, independent of each other
	 * @param options its options
	 * @throws IllegalArgumentException if the number is even, a name is used twice, or a
	 * store can't vote
	 */
	public QuorumLockStore(List<NamedStore> stores, QuorumOptions options) {
		this(stores, options, new ThreadQuorumTimer());
	}

	/**
	 * Create a store with its own source of time.
	 * @param stores the stores, an odd number, independent of each other
	 * @param options its options
	 * @param timer its source of time
	 * @throws IllegalArgumentException if the number is even, a name is used twice, or a
	 * store can't vote
	 */
	public QuorumLockStore(List<NamedStore> stores, QuorumOptions options, QuorumTimer timer) {
		if (stores.size() % 2 == 0) {
			throw new IllegalArgumentException("A quorum of " + stores.size() + " lock servers is no safer than one of "
					+ Math.max(stores.size() - 1, 1)
					+ ", since a majority is needed; use an odd number of them, such as 3 or 5.");
		}
		Set<String> names = new HashSet<>();
		for (NamedStore store : stores) {
			if (!names.add(store.name())) {
				throw new IllegalArgumentException("The lock server '" + store.name()
						+ "' is named twice and would have two votes; name each server once.");
			}
			if (store.store().lacks().contains(StoreFeature.VOTES)) {
				throw new IllegalArgumentException("The lock store '" + store.name()
						+ "' can't be one of several that decide by majority; use Redis servers.");
			}
		}
		this.stores = List.copyOf(stores);
		this.options = options;
		this.timer = timer;
	}

	@Override
	public Set<StoreFeature> lacks() {
		return EnumSet.allOf(StoreFeature.class);
	}

	@Override
	public Optional<Duration> longestLease() {
		Duration longest = this.options.longestLease();
		return longest.isZero() ? Optional.empty() : Optional.of(longest);
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		QuorumSession session = new QuorumSession(this.stores, this.options, this.timer, instance, listener,
				this.sessions::remove);
		this.sessions.add(session);
		return session;
	}

	/**
	 * The number of stores.
	 * @return the number, whether they are up or down
	 */
	public int size() {
		return this.stores.size();
	}

	/**
	 * The number of stores that answer, as known from their last requests.
	 * @return the number
	 */
	public int answering() {
		return this.sessions.stream().mapToInt(QuorumSession::answering).min().orElse(size());
	}

}
