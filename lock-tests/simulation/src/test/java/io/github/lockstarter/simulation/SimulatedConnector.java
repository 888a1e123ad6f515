package io.github.lockstarter.simulation;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Opens the connection of a session when it is needed, and another one when it was lost.
 */
final class SimulatedConnector {

	private static final long GIVEN_UP_NANOS = 2 * SimulatedTime.SECOND;

	private final SimulatedSession session;

	private final Consumer<SimulatedConnection> whenLost;

	private @Nullable CompletableFuture<SimulatedConnection> opening;

	private @Nullable SimulatedConnection opened;

	SimulatedConnector(SimulatedSession session, Consumer<SimulatedConnection> whenLost) {
		this.session = session;
		this.whenLost = whenLost;
	}

	/** The connection, if it is open as far as the client knows. */
	@Nullable SimulatedConnection current() {
		SimulatedConnection connection = this.opened;
		return (connection != null && connection.isOpen()) ? connection : null;
	}

	CompletableFuture<SimulatedConnection> get() {
		SimulatedConnection connection = current();
		if (connection != null) {
			return CompletableFuture.completedFuture(connection);
		}
		CompletableFuture<SimulatedConnection> attempt = this.opening;
		if (attempt == null) {
			attempt = new CompletableFuture<>();
			this.opening = attempt;
			open(attempt);
		}
		return attempt;
	}

	private void open(CompletableFuture<SimulatedConnection> attempt) {
		SimulatedMachine machine = this.session.machine();
		SimulatedLink link = this.session.link();
		machine.after(GIVEN_UP_NANOS, () -> giveUp(attempt));
		if (link.refusing) {
			machine.time().after(link.latency(), () -> machine.run(() -> end(attempt, null)));
		}
		else if (!link.swallowing) {
			SimulatedConnection connection = new SimulatedConnection(this.session, this.whenLost);
			machine.time().after(link.latency() + link.latency(), () -> machine.run(() -> end(attempt, connection)));
		}
	}

	private void giveUp(CompletableFuture<SimulatedConnection> attempt) {
		end(attempt, null);
	}

	private void end(CompletableFuture<SimulatedConnection> attempt, @Nullable SimulatedConnection connection) {
		if (attempt.isDone()) {
			return;
		}
		this.opening = null;
		if (connection == null || this.session.isClosed()) {
			attempt.completeExceptionally(
					new StoreException("the store can't be reached", true, StoreException.Kind.CONNECTION, null));
		}
		else {
			this.opened = connection;
			attempt.complete(connection);
		}
	}

	/** Close the connection, so that the next one is new. */
	void close(boolean lost) {
		SimulatedConnection connection = this.opened;
		this.opened = null;
		if (connection != null) {
			connection.close(lost);
		}
	}

}
