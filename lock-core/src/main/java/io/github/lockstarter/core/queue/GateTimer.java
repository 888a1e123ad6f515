package io.github.lockstarter.core.queue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Drives on the gates whose deadlines are over. Re-checks go together, and not too many
 * at a time. Thread-safe.
 */
final class GateTimer {

	private final Platform platform;

	private final StoreRequests requests;

	private final RecheckPace pace;

	private final Collection<Gate> gates;

	private final CoalescingTimer looks;

	/**
	 * Create it.
	 * @param gates those that are in use, whenever it looks at them
	 */
	GateTimer(Platform platform, Timer timer, StoreRequests requests, RecheckPace pace, Collection<Gate> gates) {
		this.platform = platform;
		this.requests = requests;
		this.pace = pace;
		this.gates = gates;
		this.looks = new CoalescingTimer(platform, timer, this::look);
	}

	/** Its timer. */
	CoalescingTimer looks() {
		return this.looks;
	}

	/**
	 * Look at all gates.
	 * @return how long no deadline ends
	 */
	private long look() {
		long now = this.platform.nanoTime();
		List<Ask> asks = new ArrayList<>();
		int queued = 0;
		int rechecks = 0;
		for (Gate gate : this.gates) {
			ConversationState state = gate.state();
			boolean recheck = state.earliest() != state.until();
			queued += recheck ? 1 : 0;
			if (state.until() != ConversationState.NEVER && state.earliest() - now <= 0
					&& (!recheck || rechecks++ < RecheckPace.BATCH)) {
				Contained.run("Asking for a lock", () -> addDue(gate, now, asks));
			}
		}
		this.pace.waiting(queued);
		this.requests.recheckEvery(this.pace.nanos());
		if (!asks.isEmpty()) {
			this.requests.acquireAll(asks);
		}
		return idle(rechecks > RecheckPace.BATCH);
	}

	private static void addDue(Gate gate, long now, List<Ask> asks) {
		Ask ask = gate.<@Nullable Ask>ask((queue) -> queue.conversation().due(now));
		if (ask != null) {
			asks.add(ask);
		}
	}

	private long idle(boolean moreRechecks) {
		long now = this.platform.nanoTime();
		long idle = Long.MAX_VALUE;
		for (Gate gate : this.gates) {
			ConversationState state = gate.state();
			boolean later = state.until() == ConversationState.NEVER
					|| (moreRechecks && state.earliest() != state.until());
			idle = later ? idle : Math.min(idle, Math.max(state.until() - now, 0));
		}
		return moreRechecks ? Math.min(idle, RecheckPace.PAUSE_NANOS) : idle;
	}

}
