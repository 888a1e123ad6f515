package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Races of giving up against being granted the lock by the store or passed it by a thread
 * of the same JVM: whoever wins, two never hold the lock, tokens grow from holder to
 * holder, and nothing is left behind.
 */
@Tag("races")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedStore.class, names = { "MEMORY", "STANDALONE" })
@Timeout(value = 2, unit = TimeUnit.HOURS)
class GiveUpRaceIntegrationTests extends TwoClients {

	private static final int THREADS = 8;

	/** Of each thread, in each race. */
	private static final int ROUNDS = Integer.getInteger("races.rounds", 600);

	/** A step makes waits longer by a hundredth. */
	private static final double STEP = 1.01;

	private static final int MOST_STEPS = 300;

	/**
	 * By how many steps callers wait longer than on a quiet machine. This settles where
	 * about half of them get the lock.
	 */
	private final AtomicInteger steps = new AtomicInteger();

	private final AtomicInteger inside = new AtomicInteger();

	private final AtomicInteger entered = new AtomicInteger();

	private final AtomicInteger passed = new AtomicInteger();

	/** Of the last holder; only holders touch it. */
	private long token;

	GiveUpRaceIntegrationTests(TestedStore store) {
		super(store);
	}

	@Test
	void timingOutAgainstBeingGrantedLeavesNothing() {
		race((client) -> {
			client.lock(this.key).tryAcquire(micros(3000)).ifPresent(this::holdBriefly);
		});
	}

	@Test
	void beingInterruptedAgainstBeingGrantedLeavesNothing() {
		race((client) -> whileInterrupted(() -> client.lock(this.key).tryAcquire(AMPLY).ifPresent(this::holdBriefly)));
	}

	private void whileInterrupted(Runnable attempt) {
		Thread waiter = Thread.currentThread();
		CompletableFuture<?> interrupt = CompletableFuture.runAsync(waiter::interrupt,
				CompletableFuture.delayedExecutor(micros(2000).toNanos(), TimeUnit.NANOSECONDS));
		try {
			attempt.run();
		}
		finally {
			interrupt.join();
			Thread.interrupted();
		}
	}

	@Test
	void cancellingAgainstBeingGrantedLeavesNothing() {
		race((client) -> {
			CompletableFuture<LockHandle> later = client.lock(this.key)
				.waitTime(AMPLY)
				.acquireAsync()
				.toCompletableFuture();
			LockSupport.parkNanos(micros(1000).toNanos());
			if (!later.cancel(false)) {
				holdBriefly(later.join());
			}
		});
	}

	@Test
	void givingUpInAnyWayAgainstBeingPassedTheLockLeavesNothing() {
		race((client) -> {
			switch (ThreadLocalRandom.current().nextInt(4)) {
				case 0 -> client.lock(this.key).tryAcquire().ifPresent(this::holdBriefly);
				case 1 -> client.lock(this.key).tryAcquire(micros(1000)).ifPresent(this::holdBriefly);
				case 2 -> whileInterrupted(() -> client.lock(this.key).tryAcquire(AMPLY).ifPresent(this::holdBriefly));
				default -> holdBriefly(client.lock(this.key).waitTime(AMPLY).acquire());
			}
		});
		assertThat(this.passed).as("passes inside a JVM").hasPositiveValue();
	}

	private void race(Contender contender) {
		List<CompletableFuture<Void>> threads = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			DefaultLockClient client = (i % 2 == 0) ? this.one : this.two;
			threads.add(onAnotherThread(() -> {
				for (int round = 0; round < ROUNDS; round++) {
					try {
						contender.contend(client);
					}
					catch (LockNotAcquiredException | LockInterruptedException | LockUnavailableException ex) {
						// gave up
					}
					longer(1);
				}
				return null;
			}));
		}
		assertThat(CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)))
			.succeedsWithin(Duration.ofMinutes(2 + ROUNDS / 1000));
		int all = THREADS * ROUNDS;
		assertThat(this.entered).as("entered by, of %d", all).hasValueBetween(all / 50, all - all / 50);
	}

	private void holdBriefly(LockHandle handle) {
		try (handle) {
			assertThat(this.inside.incrementAndGet()).as("holders").isEqualTo(1);
			assertThat(handle.fencingToken()).isGreaterThan(this.token);
			this.passed.addAndGet((handle.fencingToken() == this.token + 1) ? 1 : 0);
			this.token = handle.fencingToken();
			this.entered.incrementAndGet();
			longer(-2);
			LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(200_000));
			this.inside.decrementAndGet();
		}
	}

	private void longer(int by) {
		this.steps.updateAndGet((steps) -> Math.max(-MOST_STEPS, Math.min(steps + by, MOST_STEPS)));
	}

	private Duration micros(int bound) {
		double most = bound * 1000 * Math.pow(STEP, this.steps.get());
		return Duration.ofNanos(ThreadLocalRandom.current().nextLong(1 + (long) most));
	}

	private interface Contender {

		void contend(DefaultLockClient client);

	}

}
