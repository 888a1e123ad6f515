package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.core.queue.Waiter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds threads of this JVM that can't go on before one of them gives up: those that wait
 * for each other's locks, and tasks that want a lock whose holder waits for tasks. Each
 * is reported once, with the stacks. Used by one thread.
 */
final class DeadlockDetector {

	private static final Logger logger = LoggerFactory.getLogger(DeadlockDetector.class);

	/** A waiter that has waited for less may be served any moment. */
	private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	/** The stack of each takes time, and a log with all of them helps nobody. */
	private static final int MOST_SHOWN = 10;

	private static final String TASK = ForkJoinTask.class.getName();

	/** Methods that a thread is in when it waits for tasks, and not when it runs one. */
	private static final Set<String> WAITING = Set.of("invoke", "invokeAll", "join", "get", "awaitDone");

	private final Function<String, @Nullable Thread> holders;

	private final Set<Waiter> reported = Collections.newSetFromMap(new WeakHashMap<>());

	/**
	 * Create it.
	 * @param holders finds the thread of this JVM that holds a lock
	 */
	DeadlockDetector(Function<String, @Nullable Thread> holders) {
		this.holders = holders;
	}

	void look(List<Waiter> waiters) {
		Map<Thread, Waiter> blocked = new HashMap<>();
		for (Waiter waiter : waiters) {
			if (waiter.isBlocking() && waiter.waited().toNanos() >= SHORTEST_NANOS) {
				blocked.put(waiter.thread(), waiter);
			}
		}
		new Search(blocked).run();
	}

	private void reportCircle(List<Waiter> circle) {
		if (circle.size() > 1 && !this.reported.containsAll(circle)) {
			this.reported.addAll(circle);
			List<Waiter> shown = circle.subList(0, Math.min(circle.size(), MOST_SHOWN));
			int others = circle.size() - shown.size();
			String who = shown.stream()
				.map((waiter) -> ThreadStack.name(waiter.thread()) + " waits for lock '" + LogText.of(waiter.key())
						+ "'")
				.collect(Collectors.joining(", ")) + ((others > 0) ? ", and " + others + " more" : "");
			BackgroundLog.warn(logger,
					"Deadlock: threads hold locks and wait for each other, and none can go on until one gives up: "
							+ who
							+ ". Take the locks in the same order everywhere, or together, as several keys of one lock.",
					stacks(shown.stream().map(Waiter::thread).toList()));
		}
	}

	private void reportTask(Waiter waiter, Thread holder) {
		this.reported.add(waiter);
		BackgroundLog.warn(logger, ThreadStack.name(waiter.thread()) + " waits for lock '" + LogText.of(waiter.key())
				+ "', which " + ThreadStack.name(holder)
				+ " holds while it waits for tasks. If the first thread runs one of these tasks,"
				+ " neither can go on until it gives up. A task can't re-enter a lock of the thread that started it: do not"
				+ " lock inside a parallel stream what its caller has locked.",
				stacks(List.of(waiter.thread(), holder)));
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

	/**
	 * One look at all waiters. Each waits for one thread at most, so a walk that reaches
	 * a waiter which another walk has visited finds nothing new: each is visited once.
	 */
	private final class Search {

		private final Map<Thread, Waiter> blocked;

		private final Set<Waiter> visited = new HashSet<>();

		/** The holders that are not blocked, and whether they wait for tasks. */
		private final Map<Thread, Boolean> holders = new HashMap<>();

		Search(Map<Thread, Waiter> blocked) {
			this.blocked = blocked;
		}

		void run() {
			this.blocked.values().forEach(this::walk);
		}

		private void walk(Waiter first) {
			List<Waiter> walk = new ArrayList<>();
			Waiter waiter = first;
			while (waiter != null && this.visited.add(waiter)) {
				walk.add(waiter);
				waiter = next(waiter);
			}
			int start = walk.indexOf(waiter);
			if (start >= 0) {
				reportCircle(walk.subList(start, walk.size()));
			}
		}

		private @Nullable Waiter next(Waiter waiter) {
			Thread holder = DeadlockDetector.this.holders.apply(waiter.key());
			Waiter next = (holder != null) ? this.blocked.get(holder) : null;
			if (holder != null && next == null && isTaskOf(holder, waiter)) {
				reportTask(waiter, holder);
			}
			return next;
		}

		private boolean isTaskOf(Thread holder, Waiter waiter) {
			return waiter.thread() instanceof ForkJoinWorkerThread && !DeadlockDetector.this.reported.contains(waiter)
					&& this.holders.computeIfAbsent(holder, DeadlockDetector::waitsForTasks);
		}

	}

}
