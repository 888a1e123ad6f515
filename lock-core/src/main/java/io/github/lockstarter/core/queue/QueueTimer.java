package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Drives on the queues whose deadlines are over. Re-checks go together, and not too many
 * at a time. Thread-safe.
 */
final class QueueTimer {

	private final Platform platform;

	private final StoreRequests requests;

	private final Collection<LockQueue> queues;

	private final CoalescingTimer looks;

	/**
	 * Create it.
	 * @param queues those that are in use, whenever it looks at them
	 */
	QueueTimer(Platform platform, Timer timer, StoreRequests requests, Collection<LockQueue> queues) {
		this.platform = platform;
		this.requests = requests;
		this.queues = queues;
		this.looks = new CoalescingTimer(platform, timer, this::look);
	}

	/** Its timer. */
	CoalescingTimer looks() {
		return this.looks;
	}

	/**
	 * Look at all queues.
	 * @return how long no deadline ends
	 */
	private long look() {
		long now = this.platform.nanoTime();
		List<AcquireAttempt> attempts = new ArrayList<>();
		int queued = 0;
		int rechecks = 0;
		for (LockQueue queue : this.queues) {
			AcquisitionPhase state = queue.state();
			boolean recheck = state.earliest() != state.until();
			queued += recheck ? 1 : 0;
			if (state.until() != AcquisitionPhase.NEVER && state.earliest() - now <= 0
					&& (!recheck || rechecks++ < RecheckPace.BATCH)) {
				FailureIsolation.run("Asking for a lock", () -> addDue(queue, now, attempts));
			}
		}
		this.requests.waiting(queued);
		if (!attempts.isEmpty()) {
			this.requests.acquireAll(attempts);
		}
		return idle(rechecks > RecheckPace.BATCH);
	}

	private static void addDue(LockQueue queue, long now, List<AcquireAttempt> attempts) {
		AcquireAttempt attempt = queue.due(now);
		if (attempt != null) {
			attempts.add(attempt);
		}
	}

	private long idle(boolean moreRechecks) {
		long now = this.platform.nanoTime();
		long idle = Long.MAX_VALUE;
		for (LockQueue queue : this.queues) {
			AcquisitionPhase state = queue.state();
			boolean later = state.until() == AcquisitionPhase.NEVER
					|| (moreRechecks && state.earliest() != state.until());
			idle = later ? idle : Math.min(idle, Math.max(state.until() - now, 0));
		}
		return moreRechecks ? Math.min(idle, RecheckPace.PAUSE_NANOS) : idle;
	}

}
