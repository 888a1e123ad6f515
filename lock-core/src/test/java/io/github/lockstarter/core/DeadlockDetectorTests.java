package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.IntStream;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.WaitLimits;
import io.github.lockstarter.core.queue.Waiter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DeadlockDetector}: what it finds, and what the search costs, for it
 * runs on the thread that renews leases.
 */
@ExtendWith(OutputCaptureExtension.class)
class DeadlockDetectorTests {

	private static final int MANY = 2000;

	private final Map<String, Thread> holders = new HashMap<>();

	private int lookups;

	private final DeadlockDetector detector = new DeadlockDetector((key) -> {
		this.lookups++;
		return this.holders.get(key);
	});

	/** A thread that holds one lock, if any, and waits for another one. */
	private Waiter waiter(Thread thread, String held, String wanted) {
		if (!held.isEmpty()) {
			this.holders.put(held, thread);
		}
		return waiter(thread, wanted);
	}

	private static Waiter waiter(Thread thread, String wanted) {
		Platform platform = new StallProofPlatform() {

			@Override
			public Thread currentThread() {
				return thread;
			}

		};
		LockRequest request = Clients.request(wanted, Duration.ofSeconds(30));
		long aSecondAgo = platform.nanoTime() - Duration.ofSeconds(1).toNanos();
		return new Waiter(platform, request, wanted, WaitLimits.of(aSecondAgo, Duration.ofMinutes(1)), true, false);
	}

	/** Each holds the lock that the one before it waits for; nobody holds the last. */
	private List<Waiter> chain(int length) {
		return IntStream.range(0, length)
			.mapToObj((i) -> waiter(new Thread("thread-" + i), "key-" + i, "key-" + (i + 1)))
			.toList();
	}

	private List<Waiter> circle(int length) {
		return IntStream.range(0, length)
			.mapToObj((i) -> waiter(new Thread("thread-" + i), "key-" + i, "key-" + (i + 1) % length))
			.toList();
	}

	private void look(List<Waiter> waiters) {
		this.detector.look(waiters);
		BackgroundLog.flush();
	}

	@Test
	void looksOnceAtEachWaiterOfAChain(CapturedOutput output) {
		look(chain(MANY));
		assertThat(this.lookups).isEqualTo(MANY);
		assertThat(output).doesNotContain("wait for each other");
	}

	@Test
	void looksOnceAtEachWaiterWhoWaitsForSomebodyInACircle(CapturedOutput output) {
		List<Waiter> waiters = new ArrayList<>(circle(3));
		IntStream.range(0, MANY).forEach((i) -> waiters.add(waiter(new Thread("outside"), "", "key-0")));
		look(waiters);
		this.lookups = 0;
		look(waiters);
		assertThat(this.lookups).isEqualTo(MANY + 3);
		assertThat(output.getAll().split("wait for each other", -1)).hasSize(2);
		assertThat(output).doesNotContain("outside");
	}

	@Test
	void showsOnlySomeThreadsOfALargeCircle(CapturedOutput output) {
		look(circle(MANY));
		assertThat(output).contains("wait for each other").contains(", and " + (MANY - 10) + " more");
		assertThat(output.getAll().split("waits for lock", -1)).hasSize(11);
		assertThat(output.getAll().split("Stack of thread", -1)).hasSize(11);
	}

	@Test
	void reportsACircleAgainThatSomebodyElseHasClosed(CapturedOutput output) {
		Waiter stays = waiter(new Thread("stays"), "key-0", "key-1");
		look(List.of(stays, waiter(new Thread("first"), "key-1", "key-0")));
		look(List.of(stays, waiter(new Thread("second"), "key-1", "key-0")));
		assertThat(output).contains("thread 'first' waits for lock 'key-0'")
			.contains("thread 'second' waits for lock 'key-0'");
	}

	@Test
	void takesTheStackOfAHolderOnceForAllTasksThatWantItsLock(CapturedOutput output) {
		ForkJoinPool pool = new ForkJoinPool(1);
		JoiningThread holder = new JoiningThread();
		this.holders.put("key", holder);
		look(IntStream.range(0, 20).mapToObj((i) -> waiter(new Worker(pool), "key")).toList());
		pool.shutdown();
		assertThat(output).doesNotContain("waits for tasks");
		assertThat(holder.stacks).isOne();
	}

	private static final class Worker extends ForkJoinWorkerThread {

		Worker(ForkJoinPool pool) {
			super(pool);
		}

	}

	/** Waits, but not for tasks. */
	private static final class JoiningThread extends Thread {

		private int stacks;

		@Override
		public State getState() {
			return State.WAITING;
		}

		@Override
		public StackTraceElement[] getStackTrace() {
			this.stacks++;
			return new StackTraceElement[] { new StackTraceElement(ForkJoinTask.class.getName(), "exec", null, -1) };
		}

	}

}
