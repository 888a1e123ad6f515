package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.hold.LockPlan;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

/**
 * The {@link CloseableLockClient} over a {@link LockStore}, or over several. Uses one
 * daemon timer thread for each, and further daemon threads only to complete asynchronous
 * acquisitions and to report losses. Thread-safe.
 */
public final class DefaultLockClient implements CloseableLockClient {

	private final LockStores stores;

	private final Supplier<Engines> starts;

	private final LockPlans plans;

	private final ClientIdentity identity;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile Engines engines;

	/** Most clients have one store, and so one engine. */
	private volatile @Nullable LockEngine only;

	/**
	 * Create a client whose events nobody wants to hear.
	 * @param store where the locks are kept
	 * @param settings the defaults, and the settings of single locks
	 * @param identity how this client shows itself to people
	 * @param options how this client works
	 */
	public DefaultLockClient(LockStore store, LockSettings settings, ClientIdentity identity,
			LockClientOptions options) {
		this(store, settings, identity, options, LockEventListener.NONE, LockInstrumentation.NONE);
	}

	/**
	 * Create a client of one store, with an instance id of its own. It can be used at
	 * once.
	 * @param store where the locks are kept
	 * @param settings the defaults, and the settings of single locks
	 * @param identity how this client shows itself to people
	 * @param options how this client works
	 * @param listener receives the events, on threads of this client
	 * @param instrumentation is called around acquisitions and for lock events
	 */
	public DefaultLockClient(LockStore store, LockSettings settings, ClientIdentity identity, LockClientOptions options,
			LockEventListener listener, LockInstrumentation instrumentation) {
		this(LockStores.of(store), settings, identity, options, listener, instrumentation);
	}

	/**
	 * Create a client of several stores, with an instance id of its own in each. It can
	 * be used at once.
	 * @param stores where the locks are kept
	 * @param settings the defaults, and the settings of single locks
	 * @param identity how this client shows itself to people
	 * @param options how this client works
	 * @param listener receives the events, on threads of this client
	 * @param instrumentation is called around acquisitions and for lock events
	 */
	public DefaultLockClient(LockStores stores, LockSettings settings, ClientIdentity identity,
			LockClientOptions options, LockEventListener listener, LockInstrumentation instrumentation) {
		this(stores, settings, identity, options, new Observers(listener, instrumentation), new SystemPlatform());
	}

	DefaultLockClient(LockStores stores, LockSettings settings, ClientIdentity identity, LockClientOptions options,
			Observers observers, Platform platform) {
		this.stores = stores;
		this.plans = new LockPlans(settings);
		this.identity = identity;
		this.starts = () -> new Engines(stores, platform,
				(store, engines) -> new LockEngine(store, identity, options, observers, engines.lifecycle(), platform));
		Engines first = this.starts.get();
		this.engines = first;
		this.only = first.only();
	}

	@Override
	public LockSpec lock(String key) {
		return new DefaultLockSpec(this::engine, this.plans, Keys.of(key));
	}

	@Override
	public LockSpec lock(Collection<String> keys) {
		return new DefaultLockSpec(this::engine, this.plans, Keys.sorted(keys));
	}

	@Override
	public void start() {
		Engines started;
		this.mutex.lock();
		try {
			if (!this.engines.isOpen()) {
				Engines fresh = this.starts.get();
				this.only = fresh.only();
				this.engines = fresh;
			}
			started = this.engines;
		}
		finally {
			this.mutex.unlock();
		}
		started.warmUp();
	}

	@Override
	public void stop(Duration limit) {
		Engines stopped = this.engines;
		stopped.drain(limit);
		close(stopped);
	}

	@Override
	public void close() {
		close(this.engines);
	}

	private void close(Engines closing) {
		this.mutex.lock();
		try {
			if (!closing.isClosed()) {
				closing.close();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	@Override
	public List<HeldLock> held() {
		return administration().held();
	}

	@Override
	public List<WaitingCall> waiting() {
		return administration().waiting();
	}

	@Override
	public Page find(String cursor, int count) {
		return administration().find(cursor, count);
	}

	@Override
	public LockInfo inspect(String key) {
		return administration().inspect(Keys.of(key).get(0));
	}

	@Override
	public boolean forceRelease(String key, @Nullable Long fencingToken, @Nullable String by) {
		return administration().forceRelease(Keys.of(key).get(0), fencingToken, by);
	}

	@Override
	public Map<String, Duration> adaptiveLeases() {
		return this.engines.adaptiveLeases();
	}

	@Override
	public StoreStatus status() {
		return administration().status();
	}

	/**
	 * The store that keeps the locks of a name.
	 * @param lockName the name of the locks
	 * @return their store
	 */
	public LockStore store(String lockName) {
		return this.stores.of(lockName);
	}

	/**
	 * The lease that a lock asks its store for, unless it follows its hold times.
	 * @param options the options of the lock
	 * @return the lease
	 */
	public static Duration lease(LockSettings.Resolved options) {
		return new LockPlan(options).leaseTime();
	}

	private AdminOfStores administration() {
		return this.engines.admin();
	}

	private LockEngine engine(String lockName) {
		LockEngine known = this.only;
		return (known != null) ? known : this.engines.of(lockName);
	}

	LockEngine engine() {
		return this.engines.standard();
	}

	LockSettings settings() {
		return this.plans.settings();
	}

	/**
	 * Who is told what happens.
	 *
	 * @param listener receives the events, on threads of the client
	 * @param instrumentation is called around acquisitions and for lock events
	 */
	record Observers(LockEventListener listener, LockInstrumentation instrumentation) {

	}

	@Override
	public String toString() {
		return "LockClient[" + this.identity.application() + ", " + this.identity.instance() + "]";
	}

}
