package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The stages that the engine has given to callers: each has to complete soon, if the
 * machine has let it.
 */
final class Promises {

	/** The store may have to be connected, and may answer nothing, twice. */
	private static final long LONGEST = 15 * SimulatedTime.SECOND;

	private static final long SLACK = SimulatedTime.SECOND;

	private final List<Promise> open = new ArrayList<>();

	/** Somebody was given a stage. */
	void made(SimulatedClient client, String what, CompletionStage<?> stage) {
		if (!stage.toCompletableFuture().isDone()) {
			Promise promise = new Promise(client, what, client.machine().nanoTime() + LONGEST);
			this.open.add(promise);
			stage.whenComplete((done, failure) -> this.open.remove(promise));
		}
	}

	/** A machine is dead: nobody is told anything there. */
	void died(SimulatedClient client) {
		this.open.removeIf((promise) -> promise.client() == client);
	}

	void check() {
		for (Promise promise : this.open) {
			SimulatedClient client = promise.client();
			if (client.isRunning() && client.hasRunFor(SLACK) && client.machine().nanoTime() > promise.dueAt()) {
				throw new Violation(client.name() + " waits for " + promise.what() + " in vain");
			}
		}
	}

	void checkNothingLeft() {
		if (!this.open.isEmpty()) {
			throw new Violation(this.open.get(0).client().name() + " was never told of " + this.open.get(0).what());
		}
	}

	/**
	 * A stage that is not complete yet.
	 *
	 * @param what what it tells
	 * @param dueAt when it has to be complete, on the machine's monotonic clock
	 */
	private record Promise(SimulatedClient client, String what, long dueAt) {

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			return Long.hashCode(this.dueAt);
		}

	}

}
