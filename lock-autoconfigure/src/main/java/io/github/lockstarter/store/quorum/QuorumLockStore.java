package io.github.lockstarter.store.quorum;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;

/**
 * A {@link LockStore} that is an odd number of independent stores: a majority of them
 * decides who holds a lock, so that locks go on while a minority of them is down. Keeps
 * locks that one holder has alone; has no queue, and no order among those that wait.
 *
 * <p>
 * Two holders have a lock at the same time only if the clocks of nodes go wrong by more
 * than the leases allow, or a node forgets a lease other than by a restart. A node that
 * has forgotten its data and whose clock is behind those of the others can repeat a
 * fencing token. Thread-safe.
 */
public final class QuorumLockStore implements LockStore {

	private final List<NamedStore> stores;

	private final QuorumOptions options;

	private final QuorumTimer timer;

	private final List<QuorumSession> sessions = new CopyOnWriteArrayList<>();

	/**
	 * Create a store.
	 * @param stores the stores, an odd number, none of which knows another
	 * @param options how it works
	 * @throws IllegalArgumentException if the number is even, or a name is used twice
	 */
	public QuorumLockStore(List<NamedStore> stores, QuorumOptions options) {
		this(stores, options, new ThreadQuorumTimer());
	}

	/**
	 * Create a store with a time of its own.
	 * @param stores the stores, an odd number, none of which knows another
	 * @param options how it works
	 * @param timer its time
	 * @throws IllegalArgumentException if the number is even, or a name is used twice
	 */
	public QuorumLockStore(List<NamedStore> stores, QuorumOptions options, QuorumTimer timer) {
		if (stores.size() % 2 == 0) {
			throw new IllegalArgumentException("A quorum of " + stores.size() + " lock servers is no safer than one of "
					+ Math.max(stores.size() - 1, 1)
					+ ", for a majority is needed; use an odd number of them, like 3 or 5.");
		}
		Set<String> names = new HashSet<>();
		for (NamedStore store : stores) {
			if (!names.add(store.name())) {
				throw new IllegalArgumentException("The lock server '" + store.name()
						+ "' is named twice, and would have two votes; name each server once.");
			}
		}
		this.stores = List.copyOf(stores);
		this.options = options;
		this.timer = timer;
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		QuorumSession session = new QuorumSession(this.stores, this.options, this.timer, instance, listener,
				this.sessions::remove);
		this.sessions.add(session);
		return session;
	}

	/**
	 * How many stores there are.
	 * @return how many there are, be they up or down
	 */
	public int size() {
		return this.stores.size();
	}

	/**
	 * How many of them answer, as far as that is known from what they were asked last.
	 * @return how many do
	 */
	public int answering() {
		return this.sessions.stream().mapToInt(QuorumSession::answering).min().orElse(size());
	}

}
