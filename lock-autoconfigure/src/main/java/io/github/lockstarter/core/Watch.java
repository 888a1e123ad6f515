package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.LockRecord;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reports who holds or waits for a lock for longer than its settings say, each again when
 * that has taken twice as long; and threads that wait for each other. Looks once a second
 * at most, while anybody waits or is to be reported. Thread-safe.
 */
final class Watch {

	private static final Log logger = LogFactory.getLog(Watch.class);

	private static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Engine engine;

	private final Alarm alarm;

	private final Deadlocks deadlocks;

	/** The holds to be reported one day. */
	private final Set<Hold> holds = ConcurrentHashMap.newKeySet();

	Watch(Engine engine, ScheduledExecutorService timer) {
		this.engine = engine;
		this.alarm = new Alarm(timer, this::look);
		this.deadlocks = new Deadlocks(engine.gates()::hold);
	}

	Alarm alarm() {
		return this.alarm;
	}

	void waits(Waiter waiter) {
		if (waiter.isPatient()) {
			wakeIn(Math.min(nanos(waiter.request().warnAfter()), PACE_NANOS));
		}
	}

	void holds(Hold hold) {
		Duration warnAfter = hold.request().warnAfter();
		if (warnAfter != null) {
			this.holds.add(hold);
			wakeIn(warnAfter.toNanos());
		}
	}

	void released(Hold hold) {
		if (hold.request().warnAfter() != null) {
			this.holds.remove(hold);
		}
	}

	private void wakeIn(long nanos) {
		this.alarm.wake(System.nanoTime() + nanos);
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
		for (Hold hold : this.holds) {
			idle = Math.min(idle, hold.report().tell(hold.age(), () -> report(hold)));
		}
		List<Waiter> waiters = this.engine.gates().waiters().stream().filter(Waiter::isPatient).toList();
		for (Waiter waiter : waiters) {
			idle = Math.min(idle, waiter.report().tell(waiter.waited(), () -> report(waiter)));
		}
		if (!waiters.isEmpty()) {
			this.deadlocks.look(waiters);
			idle = Math.min(idle, PACE_NANOS);
		}
		return idle;
	}

	private void report(Hold hold) {
		Thread thread = hold.thread();
		logger.warn(
				"Lock '" + hold.key() + "' (token " + hold.token() + ") has been held by " + ThreadStack.name(thread)
						+ " for " + hold.age().toMillis() + " ms, longer than its 'warn-after' allows",
				(thread != null) ? new ThreadStack(thread) : null);
	}

	private void report(Waiter waiter) {
		String what = ThreadStack.name(waiter.isBlocking() ? waiter.thread() : null) + " has waited for lock '"
				+ waiter.key() + "' for " + waiter.waited().toMillis() + " ms, longer than its 'warn-after' allows; ";
		Hold local = this.engine.gates().hold(waiter.key());
		Thread holder = (local != null) ? local.thread() : null;
		if (holder != null) {
			logger.warn(what + "it is held by " + ThreadStack.name(holder) + " of this JVM", new ThreadStack(holder));
			return;
		}
		this.engine.session().inspect(waiter.key()).whenComplete((found, failure) -> logger.warn(what + held(found)));
	}

	private static String held(@Nullable LockRecord found) {
		LockRecord.Hold hold = (found != null) ? found.hold() : null;
		return (hold == null) ? "who holds it could not be found out" : "it is held by thread '" + hold.owner().thread()
				+ "' of " + hold.owner().application() + " on " + hold.owner().instance() + " since " + hold.since();
	}

	/**
	 * When something that takes long is reported. Used by one thread.
	 */
	static final class Report {

		private long nextNanos;

		Report(@Nullable Duration after) {
			this.nextNanos = nanos(after);
		}

		/**
		 * Report it if it is due, and the next time when it has taken twice as long.
		 * @return how long it is not due then
		 */
		long tell(Duration taken, Runnable report) {
			long nanos = taken.toNanos();
			if (nanos >= this.nextNanos) {
				report.run();
				this.nextNanos = 2 * nanos;
			}
			return this.nextNanos - nanos;
		}

	}

}
