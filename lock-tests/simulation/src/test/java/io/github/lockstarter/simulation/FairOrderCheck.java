package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Looks at whether a fair lock goes to calls in the order in which they came, where
 * nothing is wrong. A client that is granted a lock for a caller that has just given up
 * serves its next one.
 */
final class FairOrderCheck {

	/** The order is that of requests, which take a millisecond each way. */
	private static final long LATENCY = 2 * SimulatedTime.MILLISECOND;

	private final SimulatedServers servers;

	/** Calls that have given up a moment ago. */
	private final List<Left> left = new ArrayList<>();

	FairOrderCheck(SimulatedServers servers) {
		this.servers = servers;
	}

	/** A call has given up. */
	void refused(Call call, long now) {
		this.left.removeIf((other) -> now - other.at() > LATENCY);
		this.left.add(new Left(call, now));
	}

	/** A call is served while others wait. */
	void served(Call served, List<Call> waiting, long now) {
		for (Call call : waiting) {
			if (isEarlier(call, served, now) && !this.servers.isPlaceLost(call.wish().keys(), call.startedAt())
					&& !inheritsGrant(served, call, now)) {
				throw new Violation("a call of " + served.client().name() + " for " + served.wish().keys()
						+ " was served before one of " + call.client().name() + " that came earlier, at "
						+ call.startedAt() + " instead of " + served.startedAt());
			}
		}
	}

	private static boolean isEarlier(Call call, Call served, long now) {
		long waited = now - call.startedAt();
		return call.wish().certain() && call.heard() && call.wish().keys().equals(served.wish().keys())
				&& served.startedAt() - call.startedAt() > LATENCY + (long) (waited * SimulatedMachine.DRIFT);
	}

	/** Whether the grant was made for a caller that came before both. */
	private boolean inheritsGrant(Call served, Call overtaken, long now) {
		return this.left.stream()
			.anyMatch((other) -> now - other.at() <= LATENCY && other.call().client() == served.client()
					&& other.call().wish().keys().equals(served.wish().keys())
					&& other.call().startedAt() <= overtaken.startedAt() + LATENCY);
	}

	private record Left(Call call, long at) {
	}

}
