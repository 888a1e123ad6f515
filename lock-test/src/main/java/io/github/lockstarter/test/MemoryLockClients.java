package io.github.lockstarter.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.LockStore;

/**
 * Creates clients, and closes them together. Thread-safe.
 */
final class MemoryLockClients implements AutoCloseable {

	private static final ClientIdentity IDENTITY = new ClientIdentity("test", "test");

	private final LockSettings settings;

	private final LockEventListener listener;

	private final LockInstrumentation instrumentation;

	private final List<DefaultLockClient> created = new CopyOnWriteArrayList<>();

	MemoryLockClients(LockSettings settings, LockEventListener listener, LockInstrumentation instrumentation) {
		this.settings = settings;
		this.listener = listener;
		this.instrumentation = instrumentation;
	}

	/**
	 * The same settings, but without a wait for any lock.
	 */
	static LockSettings impatient(LockSettings settings) {
		Map<String, LockOptions> locks = settings.locks()
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey,
					(lock) -> lock.getValue().with(LockOption.WAIT_TIME, Duration.ZERO)));
		return new LockSettings(settings.defaults().with(LockOption.WAIT_TIME, Duration.ZERO), locks);
	}

	DefaultLockClient create(LockStore store) {
		return created(new DefaultLockClient(store, this.settings, IDENTITY, LockClientOptions.DEFAULT, this.listener,
				this.instrumentation));
	}

	/**
	 * A client of others: the settings don't apply to it, and nobody hears of its locks.
	 */
	DefaultLockClient createOfOthers(LockStore store) {
		return created(new DefaultLockClient(store, new LockSettings(LockOptions.NONE, Map.of()), IDENTITY,
				LockClientOptions.DEFAULT));
	}

	private DefaultLockClient created(DefaultLockClient client) {
		this.created.add(client);
		return client;
	}

	/**
	 * The client that was created first.
	 */
	DefaultLockClient first() {
		return this.created.get(0);
	}

	@Override
	public void close() {
		this.created.forEach(DefaultLockClient::close);
	}

}
