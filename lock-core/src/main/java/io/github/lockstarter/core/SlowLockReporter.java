package io.github.lockstarter.core;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.HoldName;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.core.queue.LockQueues;
import io.github.lockstarter.core.queue.Waiter;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports who holds or waits for a lock for longer than its settings say, each again when
 * that has taken twice as long; and threads that wait for each other. Looks once a second
 * at most, while anybody waits or is to be reported. Thread-safe.
 */
final class SlowLockReporter {

	private static final Logger logger = LoggerFactory.getLogger(SlowLockReporter.class);

	private static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Platform platform;

	private final LockQueues queues;

	private final LockSession session;

	private final CoalescingTimer timer;

	private final DeadlockDetector deadlocks;

	/** Reports of holds. */
	private final Map<Hold, SlowReport> holds = new ConcurrentHashMap<>();

	/** Reports of waiters; used by the timer only. */
	private final Map<Waiter, SlowReport> waiters = new HashMap<>();

	SlowLockReporter(Platform platform, Timer timer, LockQueues queues, LockSession session) {
		this.platform = platform;
		this.queues = queues;
		this.session = session;
		this.timer = new CoalescingTimer(platform, timer, this::look);
		this.deadlocks = new DeadlockDetector(this::holder);
	}

	CoalescingTimer timer() {
		return this.timer;
	}

	void waits(Waiter waiter) {
		if (waiter.waitsForHolders()) {
			wakeIn(Math.min(nanos(waiter.request().warnAfter()), PACE_NANOS));
		}
	}

	void holds(Hold hold) {
		Duration warnAfter = hold.request().warnAfter();
		this.holds.put(hold, SlowReport.after(warnAfter));
		wakeIn(nanos(warnAfter));
	}

	void released(Hold hold) {
		this.holds.remove(hold);
	}

	private void wakeIn(long nanos) {
		this.timer.wake(this.platform.nanoTime() + nanos);
	}

	private static long nanos(@Nullable Duration duration) {
		return (duration != null) ? duration.toNanos() : Long.MAX_VALUE;
	}

	/**
	 * Report what is due.
	 * @return how long nothing needs to be looked at then
	 */
	private long look() {
		long idle = Long.MAX_VALUE;
		for (Map.Entry<Hold, SlowReport> each : this.holds.entrySet()) {
			Hold hold = each.getKey();
			idle = Math.min(idle, each.getValue().tell(hold.lease().age(), () -> report(hold)));
		}
		List<Waiter> waiters = this.queues.waiters().stream().filter(Waiter::waitsForHolders).toList();
		this.waiters.keySet().retainAll(Set.copyOf(waiters));
		for (Waiter waiter : waiters) {
			SlowReport report = this.waiters.computeIfAbsent(waiter,
					(one) -> SlowReport.after(one.request().warnAfter()));
			idle = Math.min(idle, report.tell(waiter.waited(), () -> report(waiter)));
		}
		if (!waiters.isEmpty()) {
			this.deadlocks.look(waiters);
			idle = Math.min(idle, PACE_NANOS);
		}
		return idle;
	}

	private void report(Hold hold) {
		Thread thread = hold.thread();
		BackgroundLog.warn(logger,
				"Lock " + HoldName.of(hold) + " has been held by " + ThreadStack.name(thread) + " for "
						+ hold.lease().age().toMillis() + " ms, longer than its 'warn-after' allows",
				(thread != null) ? new ThreadStack(thread) : null);
	}

	private void report(Waiter waiter) {
		String what = ThreadStack.name(waiter.isBlocking() ? waiter.thread() : null) + " has waited for lock "
				+ HoldName.of(waiter.request(), waiter.key()) + " for " + waiter.waited().toMillis()
				+ " ms, longer than its 'warn-after' allows; ";
		Thread holder = holder(waiter.key());
		if (holder != null) {
			BackgroundLog.warn(logger, what + "it is held by " + ThreadStack.name(holder) + " of this JVM",
					new ThreadStack(holder));
			return;
		}
		this.session.inspect(waiter.key())
			.whenComplete((found, failure) -> BackgroundLog.warn(logger, what + LogText.of(held(found))));
	}

	/** Thread that holds a lock in this JVM, and may enter it again. */
	private @Nullable Thread holder(String key) {
		Hold local = this.queues.hold(key);
		return (local != null) ? local.thread() : null;
	}

	private static String held(@Nullable LockRecord found) {
		LockRecord.Hold hold = (found != null) ? found.hold() : null;
		return (hold == null) ? "its holder could not be determined" : "it is held by thread '" + hold.owner().thread()
				+ "' of " + hold.owner().application() + " on " + hold.owner().instance() + " since " + hold.since();
	}

}
