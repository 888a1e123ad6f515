package io.github.lockstarter;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

/**
 * Makes a client outside of Spring Boot, which needs no application context. The code
 * that builds a client has to close it. Not thread-safe; may be used several times, and
 * each client is an instance of its own.
 */
public final class LockClientBuilder {

	private final LockStore store;

	private final Map<String, LockOptions> locks = new HashMap<>();

	private LockOptions defaults = LockOptions.NONE;

	private String application = "application";

	private @Nullable String instance;

	private @Nullable Duration renewalInterval;

	private LocalHandover localHandover = LocalHandover.DEFAULT;

	private boolean releaseInBackground;

	private LockEventListener listener = LockEventListener.NONE;

	private LockInstrumentation instrumentation = LockInstrumentation.NONE;

	/**
	 * Begin to describe a client.
	 * @param store where the locks are kept
	 */
	public LockClientBuilder(LockStore store) {
		this.store = store;
	}

	/**
	 * Set the options that apply where nothing more specific is set; by default the
	 * built-in ones.
	 * @param defaults the options
	 * @return this
	 */
	public LockClientBuilder defaults(LockOptions defaults) {
		this.defaults = defaults;
		return this;
	}

	/**
	 * Set the options of the lock of this name; they beat what the code says.
	 * @param name the name of the lock
	 * @param options its options
	 * @return this
	 */
	public LockClientBuilder lock(String name, LockOptions options) {
		this.locks.put(name, options);
		return this;
	}

	/**
	 * Set the name of the application that people see when they look at a lock; by
	 * default "application".
	 * @param application the name
	 * @return this
	 */
	public LockClientBuilder application(String application) {
		this.application = application;
		return this;
	}

	/**
	 * Set the name of this instance that people see when they look at a lock; by default
	 * host and process.
	 * @param instance the name
	 * @return this
	 */
	public LockClientBuilder instance(String instance) {
		this.instance = instance;
		return this;
	}

	/**
	 * Set how often a lease is renewed; by default after a third of the lease.
	 * @param interval the time between two renewals, on the monotonic clock
	 * @return this
	 */
	public LockClientBuilder renewalInterval(Duration interval) {
		this.renewalInterval = interval;
		return this;
	}

	/**
	 * Set how long a lock may stay inside this JVM while others wait for it.
	 * @param limits the limits of passing it from thread to thread
	 * @return this
	 */
	public LockClientBuilder localHandover(LocalHandover limits) {
		this.localHandover = limits;
		return this;
	}

	/**
	 * Set whether closing a handle, or unlocking a JDK lock, does not wait for the answer
	 * to the release if a loss is only to be reported; by default it waits.
	 * @param inBackground whether releases are answered in the background
	 * @return this
	 */
	public LockClientBuilder releaseInBackground(boolean inBackground) {
		this.releaseInBackground = inBackground;
		return this;
	}

	/**
	 * Set the listener that receives events, on threads of the client; by default there
	 * is none.
	 * @param listener the listener
	 * @return this
	 */
	public LockClientBuilder listener(LockEventListener listener) {
		this.listener = listener;
		return this;
	}

	/**
	 * Set the hooks around acquisitions and locked sections; by default there are none.
	 * @param instrumentation the instrumentation
	 * @return this
	 */
	public LockClientBuilder instrumentation(LockInstrumentation instrumentation) {
		this.instrumentation = instrumentation;
		return this;
	}

	/**
	 * Create a client, which can be used at once. It connects at its first use, or when
	 * it is {@linkplain CloseableLockClient#start() started}.
	 * @return the client, to be {@linkplain CloseableLockClient#stop stopped} or
	 * {@linkplain CloseableLockClient#close() closed}
	 * @throws IllegalArgumentException if the defaults, or the options of a lock,
	 * contradict each other, with a message that says what to change
	 */
	public CloseableLockClient build() {
		ClientIdentity identity = (this.instance != null) ? new ClientIdentity(this.application, this.instance)
				: ClientIdentity.ofThisJvm(this.application);
		return new DefaultLockClient(this.store, new LockSettings(this.defaults, this.locks), identity,
				new LockClientOptions(this.renewalInterval, this.localHandover, this.releaseInBackground),
				this.listener, this.instrumentation);
	}

}
