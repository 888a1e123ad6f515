package io.github.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Takes locks from another client, and records every acquisition. As a {@link LockAdmin},
 * it shows the locks of that client if that is one as well, or else those of a client in
 * memory behind it. Thread-safe.
 *
 * @see TestLockClients
 */
public final class RecordingLockClient implements LockClient, LockAdmin, AutoCloseable {

	private final LockClient delegate;

	private final @Nullable MemoryLockClients owned;

	private final List<LockAcquisition> acquisitions = new CopyOnWriteArrayList<>();

	private final Queue<LockHandle> heldElsewhere = new ConcurrentLinkedQueue<>();

	private final ThreadHandles threadHandles = new ThreadHandles();

	/**
	 * Create a client that records the acquisitions of another, and does not close it.
	 * @param delegate the source of the locks
	 */
	public RecordingLockClient(LockClient delegate) {
		this(delegate, null);
	}

	RecordingLockClient(LockClient delegate, @Nullable MemoryLockClients owned) {
		this.delegate = delegate;
		this.owned = owned;
	}

	@Override
	public LockSpec lock(Collection<String> keys) {
		return new RecordingSpec(this.delegate, keys, this.acquisitions::add, this.threadHandles);
	}

	/**
	 * All acquisitions with an outcome, in the order of their outcomes.
	 * @return a copy of the record
	 */
	public List<LockAcquisition> acquisitions() {
		return List.copyOf(this.acquisitions);
	}

	/**
	 * The acquisitions of one lock, in the order of their outcomes.
	 * @param nameOrKey the name of the lock, or one of its keys
	 * @return a copy of that part of the record
	 */
	public List<LockAcquisition> acquisitions(String nameOrKey) {
		return this.acquisitions.stream().filter((acquisition) -> acquisition.isOf(nameOrKey)).toList();
	}

	/**
	 * Hold a lock as another instance would, so that the code under test finds it taken.
	 * It belongs to no thread, and is not recorded.
	 * @param keys the keys
	 * @return the ownership; closed by {@link #reset()} if not before
	 * @throws LockNotAcquiredException if it is held already
	 * @throws LockUnavailableException if no lock can be had
	 */
	public LockHandle holdElsewhere(String... keys) {
		return holdElsewhere((lock) -> lock, keys);
	}

	/**
	 * Hold a lock as another reader would, or as another user of some of its permits:
	 *
	 * <pre class="code">
	 * locks.holdElsewhere(LockSpec::read, "stock_7");
	 * locks.holdElsewhere((lock) -&gt; lock.permits(5, 5), "export");
	 * </pre>
	 * @param how describes how to hold it
	 * @param keys the keys
	 * @return the ownership; closed by {@link #reset()} if not before
	 * @throws LockNotAcquiredException if it can't be shared with its holders
	 * @throws LockUnavailableException if no lock can be had
	 */
	public LockHandle holdElsewhere(UnaryOperator<LockSpec> how, String... keys) {
		try {
			LockHandle held = how.apply(this.delegate.lock(List.of(keys)))
				.waitTime(Duration.ZERO)
				.acquireAsync()
				.toCompletableFuture()
				.join();
			this.heldElsewhere.add(held);
			return held;
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof LockException failure) ? failure : ex;
		}
	}

	/**
	 * Make the holder of a lock, or all that share it, lose it, as if the store had given
	 * it to the next waiter. A holder that is on record here learns it at once: its
	 * callbacks run, and the policy for its body applies.
	 * @param key the key
	 * @throws IllegalStateException if nobody holds it
	 * @throws UnsupportedOperationException if the other client is not a
	 * {@link LockAdmin}, like those that grant or refuse all locks
	 */
	public void lose(String key) {
		if (!(this.delegate instanceof LockAdmin admin)) {
			throw new UnsupportedOperationException(
					"Locks of this client can't be lost on purpose; use TestLockClients.inMemory().");
		}
		if (!admin.forceRelease(key)) {
			throw new IllegalStateException("Nobody holds the lock '" + key + "', so it can't be lost.");
		}
		acquisitions(key).forEach(LockAcquisition::noticeLoss);
		this.heldElsewhere.forEach(LockAcquisition::ask);
	}

	private LockAdmin admin() {
		if (this.delegate instanceof LockAdmin admin) {
			return admin;
		}
		if (this.owned != null) {
			return this.owned.first();
		}
		throw new UnsupportedOperationException("The client behind this, a " + this.delegate.getClass().getName()
				+ ", can't list its locks; use one that is a LockAdmin.");
	}

	@Override
	public List<HeldLock> held() {
		return admin().held();
	}

	@Override
	public List<WaitingCall> waiting() {
		return admin().waiting();
	}

	@Override
	public Page find(String cursor, int count) {
		return admin().find(cursor, count);
	}

	@Override
	public LockInfo inspect(String key) {
		return admin().inspect(key);
	}

	@Override
	public boolean forceRelease(String key, @Nullable Long fencingToken, @Nullable String by) {
		return admin().forceRelease(key, fencingToken, by);
	}

	@Override
	public Map<String, Duration> adaptiveLeases() {
		return admin().adaptiveLeases();
	}

	@Override
	public StoreStatus status() {
		return admin().status();
	}

	/**
	 * Forget what was recorded, and close what {@link #holdElsewhere} holds. Locks that
	 * the code under test holds stay held.
	 */
	public void reset() {
		LockHandle held;
		while ((held = this.heldElsewhere.poll()) != null) {
			held.close();
		}
		this.acquisitions.clear();
	}

	/**
	 * End the clients behind this, if {@link TestLockClients} created them. Locks that
	 * are held are not released.
	 */
	@Override
	public void close() {
		if (this.owned != null) {
			this.owned.close();
		}
	}

}
