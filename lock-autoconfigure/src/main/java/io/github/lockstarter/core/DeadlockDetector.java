package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.queue.Waiter;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Finds threads of this JVM that can't go on before one of them gives up: those that wait
 * for each other's locks, and tasks that want a lock whose holder waits for tasks. Each
 * is reported once, with the stacks. Used by one thread.
 */
final class DeadlockDetector {

	private static final Log logger = LogFactory.getLog(DeadlockDetector.class);

	/** Who has waited for less may be served any moment. */
	private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private static final String TASK = ForkJoinTask.class.getName();

	/** What a thread is in that waits for tasks, and not one that is a task itself. */
	private static final Set<String> WAITING = Set.of("invoke", "invokeAll", "join", "get", "awaitDone");

	private final Function<String, @Nullable Hold> holds;

	private final Set<Waiter> reported = Collections.newSetFromMap(new WeakHashMap<>());

	/**
	 * Create it.
	 * @param holds finds the hold of a lock in this JVM
	 */
	DeadlockDetector(Function<String, @Nullable Hold> holds) {
		this.holds = holds;
	}

	void look(List<Waiter> waiters) {
		Map<Thread, Waiter> blocked = new HashMap<>();
		for (Waiter waiter : waiters) {
			if (waiter.isBlocking() && waiter.waited().toNanos() >= SHORTEST_NANOS) {
				blocked.put(waiter.thread(), waiter);
			}
		}
		for (Waiter waiter : blocked.values()) {
			if (!this.reported.contains(waiter)) {
				look(waiter, blocked);
			}
		}
	}

	private void look(Waiter first, Map<Thread, Waiter> blocked) {
		List<Waiter> chain = new ArrayList<>();
		Waiter waiter = first;
		while (waiter != null && !chain.contains(waiter)) {
			chain.add(waiter);
			Thread holder = holder(waiter);
			if (holder != null && !blocked.containsKey(holder) && chain.size() == 1) {
				lookAtTasks(waiter, holder);
			}
			waiter = (holder != null) ? blocked.get(holder) : null;
		}
		if (waiter == first && chain.size() > 1) {
			reportCircle(chain);
		}
	}

	private @Nullable Thread holder(Waiter waiter) {
		Hold hold = this.holds.apply(waiter.key());
		return (hold != null) ? hold.ownership().thread() : null;
	}

	private void reportCircle(List<Waiter> chain) {
		this.reported.addAll(chain);
		String who = chain.stream()
			.map((waiter) -> ThreadStack.name(waiter.thread()) + " waits for lock '" + waiter.key() + "'")
			.collect(Collectors.joining(", "));
		logger.warn(
				"Threads hold locks and wait for each other, so that none goes on before it gives up: " + who
						+ ". Let them take the locks in the same order, or together, as several keys of one lock.",
				stacks(chain.stream().map(Waiter::thread).toList()));
	}

	private void lookAtTasks(Waiter waiter, Thread holder) {
		if (waiter.thread() instanceof ForkJoinWorkerThread && holder != waiter.thread() && waitsForTasks(holder)) {
			this.reported.add(waiter);
			logger.warn(ThreadStack.name(waiter.thread()) + " waits for lock '" + waiter.key() + "', which "
					+ ThreadStack.name(holder)
					+ " holds, and that waits for tasks: if this is one of them, none goes on"
					+ " before it gives up. A task does not enter a lock of the thread that started it again, so do not lock"
					+ " inside a parallel stream what its caller has locked.",
					stacks(List.of(waiter.thread(), holder)));
		}
	}

	private static boolean waitsForTasks(Thread thread) {
		return (thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING)
				&& Arrays.stream(thread.getStackTrace())
					.anyMatch((frame) -> frame.getClassName().equals(TASK) && WAITING.contains(frame.getMethodName()));
	}

	private static ThreadStack stacks(List<Thread> threads) {
		ThreadStack first = new ThreadStack(threads.get(0));
		threads.stream().skip(1).map(ThreadStack::new).forEach(first::addSuppressed);
		return first;
	}

}
