package io.github.lockstarter.simulation;

import java.util.List;

/**
 * Looks at whether the callers of one client are served in the order in which they came,
 * where the store has no queue: once all is calm and all want the same lock.
 */
final class LocalOrderCheck {

	private LocalOrderCheck() {
	}

	/** A call is served while others wait. */
	static void check(Call served, List<Call> waiting) {
		for (Call call : waiting) {
			if (call.client() == served.client() && call.startedAt() < served.startedAt()
					&& call.wish().keys().equals(served.wish().keys())) {
				throw new Violation("a call of " + served.client().name() + " for " + served.wish().keys()
						+ " was served before one of the same client that came earlier, at " + call.startedAt()
						+ " instead of " + served.startedAt());
			}
		}
	}

}
