package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.memory.MemoryLockStore;

/**
 * Threads that take a lock at each level of a recursion until their stack overflows,
 * wherever in the engine that is. Afterwards each lock is taken once more.
 */
final class OverflowingChild {

	private static final int THREADS = 10;

	private static final long STACK_BYTES = 256 * 1024;

	/** What nobody could close ends with its lease. */
	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final DefaultLockClient client = new DefaultLockClient(new MemoryLockStore(),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("overflow", "child"),
			LockClientOptions.DEFAULT);

	private final Set<String> keys = new TreeSet<>();

	public static void main(String[] arguments) throws InterruptedException {
		new OverflowingChild().run();
		System.exit(0);
	}

	private void run() throws InterruptedException {
		useAllClasses();
		for (int number = 0; number < THREADS; number++) {
			int offset = number % 20;
			Thread thread = new Thread(null, () -> overflow(offset), "recursion", STACK_BYTES);
			thread.start();
			thread.join();
		}
		List<String> dead = this.keys.stream().filter((key) -> !isTaken(key)).toList();
		System.out.println("TRIED " + this.keys.size());
		System.out.println("DEAD " + dead.size());
		System.out.println("HELD " + this.client.held().size());
		System.out.println("WAITING " + this.client.waiting().size());
	}

	/** The JDK never tries again to initialize a class for which the stack was short. */
	private void useAllClasses() {
		LockHandle held = this.client.lock("key").acquireAsync().toCompletableFuture().join();
		this.client.lock("key").tryAcquire(Duration.ofMillis(200));
		CompletableFuture<Void> next = CompletableFuture
			.runAsync(() -> this.client.lock("key").waitTime(AMPLY).acquire().close());
		while (this.client.waiting().isEmpty()) {
			Thread.onSpinWait();
		}
		held.close();
		next.join();
		LockHandle lost = this.client.lock("key").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
		while (!lost.isLost()) {
			Thread.onSpinWait();
		}
		lost.close();
	}

	/** The levels of each recursion begin at another depth of the stack. */
	private void overflow(int offset) {
		if (offset > 0) {
			overflow(offset - 1);
			return;
		}
		try {
			recurse("thread " + this.keys.size() + " level ", 0);
		}
		catch (StackOverflowError ex) {
			// as intended
		}
	}

	private void recurse(String name, int level) {
		String key = name + level;
		this.keys.add(key);
		try (LockHandle held = this.client.lock(key).leaseTime(LEASE).acquire()) {
			recurse(name, level + 1);
		}
	}

	/** A handle that could not be closed is found out when it was collected. */
	private boolean isTaken(String key) {
		if (this.client.lock(key).inspect().held()) {
			System.gc();
		}
		return this.client.lock(key).tryAcquire(AMPLY).map((handle) -> {
			handle.close();
			return true;
		}).orElse(false);
	}

}
