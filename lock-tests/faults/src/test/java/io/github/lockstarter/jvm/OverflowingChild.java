package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockState;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.memory.MemoryLockStore;

/**
 * Threads that take a lock at each level of a recursion until their stack overflows, and
 * threads that use a lock with more and more of their stack left, so that it overflows
 * wherever in the engine that can be. Afterwards each lock is taken once more.
 */
final class OverflowingChild {

	private static final int THREADS = 2;

	private static final long STACK_BYTES = 256 * 1024;

	/** So many levels above the deepest one there is stack enough for everything. */
	private static final int REACH = 400;

	/** So many levels take less than any call on the way. */
	private static final int STEP = 2;

	/** So many levels take less than the JDK does to tell of a stage that completes. */
	private static final int WAY_TO_CALLER = 100;

	/**
	 * What nobody could close ends with its lease. Hundreds are held at once, and renewed
	 * by interpreted code.
	 */
	private static final Duration LEASE = Duration.ofSeconds(3);

	/** Thousands of losses are told of meanwhile. */
	private static final Duration INNOCENT_LEASE = Duration.ofSeconds(45);

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final DefaultLockClient client = new DefaultLockClient(new MemoryLockStore(),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("overflow", "child"),
			LockClientOptions.DEFAULT, LockEventListener.NONE, new Staging());

	private final Set<String> keys = new TreeSet<>();

	/**
	 * Acquisitions, and calls whose work was completed where another thread could be
	 * asked for help.
	 */
	private final List<CompletableFuture<String>> completed = new ArrayList<>();

	private int overflown;

	public static void main(String[] arguments) throws InterruptedException {
		new OverflowingChild().run();
		System.exit(0);
	}

	private void run() throws InterruptedException {
		useAllClasses();
		LockHandle innocent = this.client.lock("innocent").leaseTime(INNOCENT_LEASE).acquire();
		for (int number = 0; number < THREADS; number++) {
			int offset = number % 20;
			await(() -> overflow(offset));
		}
		await(() -> useDeepDown("close", LockHandle::close));
		await(() -> useDeepDown("call", (held) -> held.run(held::state)));
		await(() -> useDeepDown("extend", (held) -> held.extend(AMPLY.multipliedBy(2))));
		await(() -> useDeepDown("detach", LockHandle::detach));
		await(this::enterDeepDown);
		await(this::lockDeepDown);
		await(() -> acquireDeepDown("acquire"));
		await(() -> acquireDeepDown(Staging.PREFIX));
		await(this::cancelDeepDown);
		await(this::completeDeepDown);
		System.out.println("TRIED " + this.keys.size());
		System.out.println("OVERFLOWN " + this.overflown);
		System.out.println("INNOCENT " + stateAtRenewal(innocent));
		System.out.println("TOLD " + isToldOfALoss());
		System.out.println("UNTOLD " + untold());
		System.out.println("DEAD " + this.keys.stream().filter((key) -> !isTaken(key)).count());
		innocent.close();
		System.out.println("HELD " + this.client.held().size());
		System.out.println("WAITING " + this.client.waiting().size());
	}

	/** Its state when it is renewed once more, or lost. */
	private static LockState stateAtRenewal(LockHandle held) {
		Duration rest = held.remaining();
		while (held.isValid() && held.remaining().compareTo(rest) <= 0) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
		}
		return held.state();
	}

	private static void await(Runnable task) throws InterruptedException {
		Thread thread = new Thread(null, task, "deep", STACK_BYTES);
		thread.start();
		thread.join();
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
		isToldOfALoss();
		LockHandle used = this.client.lock("key").acquire();
		used.run(used::state);
		this.client.lock("key").acquire().close();
		used.extend(AMPLY);
		used.detach();
		used.close();
		Lock lock = this.client.lock("key").asLock();
		lock.lock();
		lock.unlock();
		this.client.lock("key").callAsync(() -> CompletableFuture.completedFuture("done")).toCompletableFuture().join();
	}

	/** Only the timer tells of it. */
	private boolean isToldOfALoss() {
		CompletableFuture<Boolean> told = new CompletableFuture<>();
		LockHandle lost = this.client.lock("lost").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
		lost.onLost(() -> told.complete(true));
		told.completeOnTimeout(false, AMPLY.toMillis(), TimeUnit.MILLISECONDS);
		boolean known = told.join();
		lost.close();
		return known;
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
		catch (VirtualMachineError ex) {
			this.overflown++;
		}
	}

	private void recurse(String name, int level) {
		String key = name + level;
		this.keys.add(key);
		try (LockHandle held = this.client.lock(key).leaseTime(LEASE).acquire()) {
			recurse(name, level + 1);
		}
	}

	/** What could not be closed for want of stack is closed as soon as there is some. */
	private void useDeepDown(String use, Consumer<LockHandle> task) {
		int deepest = DeepStack.deepest();
		for (int level = deepest; level > deepest - REACH; level -= STEP) {
			try (LockHandle held = this.client.lock(key(use, level)).leaseTime(AMPLY.multipliedBy(2)).acquire()) {
				count(DeepStack.overflows(level, () -> task.accept(held)));
			}
		}
	}

	/** An entry that could not be left keeps the lock until its lease ends. */
	private void enterDeepDown() {
		int deepest = DeepStack.deepest();
		for (int level = deepest; level > deepest - REACH; level -= STEP) {
			String key = key("enter", level);
			try (LockHandle held = this.client.lock(key).leaseTime(LEASE).acquire()) {
				count(DeepStack.overflows(level, () -> this.client.lock(key).leaseTime(LEASE).acquire().close()));
			}
		}
	}

	private void lockDeepDown() {
		int deepest = DeepStack.deepest();
		for (int level = deepest; level > deepest - REACH; level -= STEP) {
			Lock lock = this.client.lock(key("lock", level)).leaseTime(LEASE).asLock();
			boolean overflows = DeepStack.overflows(level, () -> {
				lock.lock();
				lock.unlock();
			});
			count(overflows);
			if (overflows) {
				unlockIfHeld(lock);
			}
		}
	}

	private void acquireDeepDown(String use) {
		int deepest = DeepStack.deepest();
		for (int level = deepest; level > deepest - REACH; level -= STEP) {
			String key = key(use, level);
			AtomicReference<CompletionStage<LockHandle>> asked = new AtomicReference<>();
			count(DeepStack.overflows(level, () -> asked.set(this.client.lock(key).leaseTime(LEASE).acquireAsync())));
			if (asked.get() != null) {
				this.completed.add(asked.get().thenApply(OverflowingChild::closed).toCompletableFuture());
			}
		}
	}

	private static String closed(LockHandle handle) {
		handle.close();
		return "closed";
	}

	private void cancelDeepDown() {
		int deepest = DeepStack.deepest();
		for (int level = deepest; level > deepest - REACH; level -= STEP) {
			String key = key("cancel", level);
			LockHandle held = this.client.lock(key).leaseTime(LEASE).acquire().detach();
			CompletableFuture<LockHandle> waiting = this.client.lock(key)
				.leaseTime(LEASE)
				.waitTime(AMPLY.multipliedBy(6))
				.acquireAsync()
				.toCompletableFuture();
			count(DeepStack.overflows(level, () -> waiting.cancel(false)));
			held.close();
			if (!waiting.isCancelled()) {
				waiting.thenAccept(LockHandle::close);
			}
		}
	}

	private void completeDeepDown() {
		int deepest = DeepStack.deepest();
		for (int level = deepest; level > deepest - REACH; level -= STEP) {
			CompletableFuture<String> work = new CompletableFuture<>();
			CompletableFuture<String> call = this.client.lock(key("complete", level))
				.leaseTime(LEASE)
				.callAsync(() -> work)
				.toCompletableFuture();
			while (work.getNumberOfDependents() == 0) {
				Thread.onSpinWait();
			}
			count(DeepStack.overflows(level, () -> work.complete("done")));
			if (!DeepStack.overflows(level + WAY_TO_CALLER, StackProbe::checkToHandOver)) {
				this.completed.add(call);
			}
		}
	}

	private long untold() {
		CompletableFuture.allOf(this.completed.toArray(CompletableFuture[]::new))
			.handle((nothing, failure) -> true)
			.completeOnTimeout(false, AMPLY.toMillis(), TimeUnit.MILLISECONDS)
			.join();
		return this.completed.stream().filter((call) -> !call.isDone()).count();
	}

	private static void unlockIfHeld(Lock lock) {
		try {
			lock.unlock();
		}
		catch (IllegalMonitorStateException ex) {
			// it was not taken, or given back
		}
	}

	private String key(String use, int level) {
		String key = use + " at level " + level;
		this.keys.add(key);
		return key;
	}

	private void count(boolean overflows) {
		this.overflown += overflows ? 1 : 0;
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

	/**
	 * Begins some acquisitions in a stage, which turns what is thrown into its failure.
	 */
	private static final class Staging implements LockInstrumentation {

		static final String PREFIX = "stage";

		@Override
		public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
			return call.keys().get(0).startsWith(PREFIX)
					? CompletableFuture.completedStage(call).thenCompose((known) -> acquisition.get())
					: acquisition.get();
		}

	}

}
