package io.github.lockstarter.simulation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.MemoryServer.Hearing;
import org.jspecify.annotations.Nullable;

/**
 * The channel on which a client hears of its grants. When a grant was missed it is
 * doubted until something has arrived on it, and replaced if nothing does.
 */
final class SimulatedChannel {

	private static final long LONGEST_REQUEST = SimulatedTime.SECOND;

	private static final long FIRST_LIMIT = SimulatedTime.SECOND;

	private final SimulatedSession session;

	private final SimulatedMachine machine;

	private final SimulatedConnector connector;

	private @Nullable CompletableFuture<Void> listening;

	private boolean doubted;

	/** How long the next message to ourselves may take. */
	private long limit;

	SimulatedChannel(SimulatedSession session) {
		this.session = session;
		this.machine = session.machine();
		this.connector = new SimulatedConnector(session, (connection) -> session.interrupted());
	}

	@Nullable SimulatedConnection connection() {
		return this.connector.current();
	}

	boolean isSubscribed() {
		SimulatedConnection connection = this.connector.current();
		return connection != null && connection.isAcknowledged();
	}

	Hearing hearing() {
		return isSubscribed() ? Hearing.TOLD : Hearing.DEAF;
	}

	CompletionStage<Void> listen() {
		if (isSubscribed()) {
			return CompletableFuture.completedFuture(null);
		}
		CompletableFuture<Void> known = this.listening;
		if (known != null && !known.isDone()) {
			return known;
		}
		CompletableFuture<Void> fresh = new CompletableFuture<>();
		this.listening = fresh;
		this.session.journal().step(this.machine.name(), "subscribes");
		this.connector.get().whenComplete((connection, failure) -> {
			if (connection == null) {
				fresh.completeExceptionally(failure);
			}
			else {
				connection.subscribe(fresh);
				this.machine.after(LONGEST_REQUEST, () -> giveUp(fresh));
			}
		});
		fresh.thenRun(this::subscribed);
		return fresh;
	}

	private void giveUp(CompletableFuture<Void> unanswered) {
		if (!unanswered.isDone()) {
			this.connector.close(false);
			unanswered.completeExceptionally(new StoreException("the subscription was not answered", true,
					StoreException.Kind.CONNECTION, null));
		}
	}

	private void subscribed() {
		if (this.doubted) {
			probe();
		}
	}

	/** Something has arrived. */
	void heard(SimulatedConnection connection) {
		if (connection == this.connector.current()) {
			this.doubted = false;
		}
	}

	/** A grant was made and not heard of, or not yet. */
	void missed() {
		this.session.journal().step(this.machine.name(), "missed a grant");
		if (!this.doubted) {
			this.doubted = true;
			this.limit = FIRST_LIMIT;
			if (isSubscribed()) {
				probe();
			}
		}
	}

	private void probe() {
		SimulatedConnection probed = this.connector.current();
		this.session.run(() -> this.session.server().subscribers().probe(this.session.instance()))
			.thenRun(() -> this.machine.after(this.limit, () -> {
				if (this.doubted && probed == this.connector.current()) {
					this.limit *= 2;
					replace();
				}
			}));
	}

	private void replace() {
		this.session.journal().step(this.machine.name(), "replaces its subscription");
		this.connector.close(false);
		this.machine.after(0, this.session::interrupted);
	}

	void close(boolean lost) {
		this.connector.close(lost);
	}

}
