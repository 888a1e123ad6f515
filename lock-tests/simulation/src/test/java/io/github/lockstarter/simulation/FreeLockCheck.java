package io.github.lockstarter.simulation;

import java.util.HashSet;
import java.util.Set;

/**
 * Looks after calls for locks that are free when the call begins, and that nobody else
 * asks for until it ends: while nothing is wrong such a call gets them, however little it
 * waits.
 */
final class FreeLockCheck {

	private final SimulatedServers servers;

	private final Set<Call> unrivalled = new HashSet<>();

	FreeLockCheck(SimulatedServers servers) {
		this.servers = servers;
	}

	/**
	 * A call begins.
	 * @param claimed whether another call wants any of its locks, or has it
	 */
	void begins(Call call, boolean claimed) {
		this.unrivalled.removeIf((other) -> other.wantsAnyOf(call.wish().keys()));
		if (!claimed && call.wish().keys().stream().allMatch(this.servers::isFree)) {
			this.unrivalled.add(call);
		}
	}

	/** A call has ended. */
	void ended(Call call) {
		this.unrivalled.remove(call);
	}

	/** A call is refused while nothing is wrong. */
	void refused(Call call, Throwable reason) {
		if (this.unrivalled.contains(call)) {
			throw new Violation("a call of " + call.client().name() + " for " + call.wish().keys()
					+ " was refused although nobody else wanted it: " + reason, reason);
		}
	}

}
