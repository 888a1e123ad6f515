package io.github.lockstarter.test;

import java.util.Map;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.memory.MemoryLockStore;

/**
 * Lock clients for tests. They need no store and record all acquisitions.
 *
 * <pre class="code">
 * try (RecordingLockClient locks = TestLockClients.inMemory()) {
 *     new OrderService(locks).process("42");
 *     assertThat(locks).locked("order:42").holdsNothing();
 * }
 * </pre>
 *
 * <p>
 * Closing a client ends its daemon threads.
 */
public final class TestLockClients {

	private TestLockClients() {
	}

	/**
	 * Locks inside this JVM, with all their rules: waiting, leases, renewal, re-entry,
	 * tokens. Each client has locks of its own.
	 * @return a client
	 */
	public static RecordingLockClient inMemory() {
		return create(TestLockMode.IN_MEMORY);
	}

	/**
	 * Locks that are granted at once, even if they are held elsewhere. Handles are like
	 * those in memory, but the fencing token of a handle that shares a lock in this way
	 * need not be larger.
	 * @return a client
	 */
	public static RecordingLockClient alwaysGranted() {
		return create(TestLockMode.GRANTED);
	}

	/**
	 * Locks that others hold: {@link LockNotAcquiredException} at once, whatever the wait
	 * time. {@link LockClient.LockSpec#inspect()} shows a holder.
	 * @return a client
	 */
	public static RecordingLockClient alwaysRefused() {
		return create(TestLockMode.REFUSED);
	}

	/**
	 * Locks of a store that is down: {@link LockUnavailableException} at once.
	 * @return a client
	 */
	public static RecordingLockClient unavailable() {
		return create(TestLockMode.UNAVAILABLE);
	}

	private static RecordingLockClient create(TestLockMode mode) {
		return create(mode, new LockSettings(LockOptions.NONE, Map.of()), LockEventListener.NONE,
				LockInstrumentation.NONE, "simulated: TestLockClients.unavailable()");
	}

	/**
	 * Create a client, as {@code @AutoConfigureTestLocks} does.
	 * @param mode the behaviour of its locks
	 * @param settings the defaults, and the settings of single locks
	 * @param listener receives events, on threads of the client
	 * @param instrumentation hooks around acquisitions and guarded bodies, and for events
	 * @return a client
	 */
	public static RecordingLockClient create(TestLockMode mode, LockSettings settings, LockEventListener listener,
			LockInstrumentation instrumentation) {
		return create(mode, settings, listener, instrumentation,
				"simulated: @AutoConfigureTestLocks(mode = UNAVAILABLE)");
	}

	private static RecordingLockClient create(TestLockMode mode, LockSettings settings, LockEventListener listener,
			LockInstrumentation instrumentation, String whyUnavailable) {
		MemoryLockClients clients = new MemoryLockClients(
				(mode == TestLockMode.IN_MEMORY) ? settings : MemoryLockClients.impatient(settings), listener,
				instrumentation);
		MemoryLockStore store = new MemoryLockStore();
		return switch (mode) {
			case IN_MEMORY -> new RecordingLockClient(clients.create(store), clients);
			case GRANTED -> new RecordingLockClient(new GrantingLockClient(clients), clients);
			case REFUSED -> new RecordingLockClient(
					new RefusingLockClient(clients.create(store), clients.createOfOthers(store)), clients);
			case UNAVAILABLE -> {
				LockClient closed = clients.create(store);
				clients.close();
				yield new RecordingLockClient(new UnavailableLockClient(closed, whyUnavailable), clients);
			}
		};
	}

}
