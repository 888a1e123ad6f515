package io.github.lockstarter.simulation;

import java.util.List;
import java.util.Map;

/**
 * A call that waits for locks.
 *
 * @param client the client that is asked
 * @param wish what it is asked for
 * @param startedAt when it began, in true time
 * @param tokens the last tokens that were known before, by key
 * @param dueAt when it has to be over, on the machine's monotonic clock
 * @param asynchronous whether no thread waits for it
 * @param heard whether the client could be told of grants when it began
 */
record Call(SimulatedClient client, Wish wish, boolean asynchronous, long startedAt, Map<String, Long> tokens,
		long dueAt, boolean heard) {

	boolean wantsAnyOf(List<String> keys) {
		return this.wish.keys().stream().anyMatch(keys::contains);
	}

	@Override
	public boolean equals(Object other) {
		return this == other;
	}

	@Override
	public int hashCode() {
		return Long.hashCode(this.startedAt);
	}

}
