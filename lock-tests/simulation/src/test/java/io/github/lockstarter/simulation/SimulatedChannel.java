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

	private @Nullable Doubt doubt;

	SimulatedChannel(SimulatedSession session) {
		this.session = session;
		this.machine = session.machine();
		this.connector = new SimulatedConnector(session, (connection) -> session.grantsMayBeLost());
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
		if (this.doubt != null) {
			probe(this.doubt);
		}
	}

	/** Something has arrived. */
	void heard(SimulatedConnection connection) {
		if (connection == this.connector.current()) {
			this.doubt = null;
		}
	}

	/** A grant was missed: perhaps it was sent and did not arrive. */
	void missed() {
		this.session.journal().step(this.machine.name(), "missed a grant");
		if (this.doubt == null) {
			this.doubt = new Doubt(FIRST_LIMIT);
			if (isSubscribed()) {
				probe(this.doubt);
			}
		}
	}

	private void probe(Doubt probed) {
		SimulatedConnection connection = this.connector.current();
		this.session.run(() -> this.session.server().subscribers().probe(this.session.instance()))
			.whenComplete((sent, failure) -> {
				if (failure == null) {
					this.machine.after(probed.limit, () -> look(probed, connection));
				}
				else if (this.doubt == probed) {
					this.doubt = null;
				}
			});
	}

	private void look(Doubt probed, @Nullable SimulatedConnection connection) {
		if (this.doubt == probed && connection == this.connector.current()) {
			this.doubt = new Doubt(2 * probed.limit);
			replace();
		}
	}

	private void replace() {
		this.session.journal().step(this.machine.name(), "replaces its subscription");
		this.connector.close(false);
		this.machine.after(0, this.session::grantsMayBeLost);
	}

	void close(boolean lost) {
		this.connector.close(lost);
	}

	/**
	 * A doubt, which is equal to none that came before it.
	 */
	private static final class Doubt {

		/** How long the message to ourselves may take. */
		private final long limit;

		Doubt(long limit) {
			this.limit = limit;
		}

	}

}
