package io.github.lockstarter.core;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import org.jspecify.annotations.Nullable;

/**
 * Makes a client outside of Spring Boot, which needs no application context. The code
 * that builds a client has to close it. Not thread-safe; may be used several times, and
 * each client is an instance of its own.
 *
 * @see DefaultLockClient#builder(LockStores)
 */
public final class LockClientBuilder {

	private final LockStores stores;

	private final Map<String, LockOptions> locks = new HashMap<>();

	private LockOptions defaults = LockOptions.NONE;

	private @Nullable ClientIdentity identity;

	private LockClientOptions options = LockClientOptions.DEFAULT;

	private LockEventListener listener = LockEventListener.NONE;

	private LockInstrumentation instrumentation = LockInstrumentation.NONE;

	LockClientBuilder(LockStores stores) {
		this.stores = stores;
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
	 * Set the identity that people see when they look at a lock; by default as
	 * "application", with host and process.
	 * @param identity application and instance
	 * @return this
	 */
	public LockClientBuilder identity(ClientIdentity identity) {
		this.identity = identity;
		return this;
	}

	/**
	 * Set the options that apply to all locks of the client.
	 * @param options pace of renewals, local hand-over, releases in the background
	 * @return this
	 */
	public LockClientBuilder options(LockClientOptions options) {
		this.options = options;
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
	 * it is {@linkplain DefaultLockClient#start() started}.
	 * @return the client, to be {@linkplain DefaultLockClient#stop stopped} or
	 * {@linkplain DefaultLockClient#close() closed}
	 * @throws IllegalArgumentException if the defaults, or the options of a lock,
	 * contradict each other, with a message that says what to change
	 */
	public DefaultLockClient build() {
		ClientIdentity shown = (this.identity != null) ? this.identity : ClientIdentity.ofThisJvm("application");
		return new DefaultLockClient(this.stores, new LockSettings(this.defaults, this.locks), shown, this.options,
				this.listener, this.instrumentation);
	}

}
