package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.StoreException;

/**
 * A connection between a client and the server. Either end may be closed without the
 * other knowing, and each direction may fall silent.
 */
final class SimulatedConnection {

	/** What is not answered for so long is given up. */
	static final long UNANSWERED_NANOS = 5 * SimulatedTime.SECOND;

	private final SimulatedSession session;

	private final SimulatedMachine machine;

	private final SimulatedServer server;

	private final SimulatedLink link;

	/** What runs when the client notices that it was closed. */
	private final Consumer<SimulatedConnection> whenLost;

	private final int restarts;

	private final Map<CompletableFuture<?>, Long> unanswered = new LinkedHashMap<>();

	private long answeredAt;

	private boolean looking;

	private boolean closed;

	private boolean acknowledged;

	/** Whether the server still counts it, although it hears nothing. */
	boolean silentToServer;

	boolean silentToClient;

	SimulatedConnection(SimulatedSession session, Consumer<SimulatedConnection> whenLost) {
		this.session = session;
		this.machine = session.machine();
		this.server = session.server();
		this.link = session.link();
		this.whenLost = whenLost;
		this.restarts = this.server.restarts();
	}

	String instance() {
		return this.session.instance();
	}

	boolean isOpen() {
		return !this.closed;
	}

	/** Whether the client knows that the server knows of its subscription. */
	boolean isAcknowledged() {
		return this.acknowledged && !this.closed;
	}

	/**
	 * Let the server do something, and answer.
	 */
	<T> void call(CompletableFuture<T> answer, Supplier<T> script) {
		if (this.closed) {
			answer.completeExceptionally(lost());
			return;
		}
		this.unanswered.put(answer, this.machine.nanoTime());
		look();
		toServer(() -> {
			T result;
			try {
				result = script.get();
			}
			catch (StoreException ex) {
				toClient(() -> answered(answer, () -> answer.completeExceptionally(ex)));
				return;
			}
			toClient(() -> answered(answer, () -> answer.complete(result)));
		});
	}

	private void answered(CompletableFuture<?> answer, Runnable completion) {
		this.answeredAt = this.machine.nanoTime();
		this.unanswered.remove(answer);
		completion.run();
	}

	private void toServer(Runnable arrival) {
		if (!this.silentToServer) {
			boolean repeated = this.link.toServer(() -> {
				if (this.server.restarts() == this.restarts) {
					this.server.condition().run(arrival);
				}
			});
			if (repeated) {
				this.session.mayRepeat();
			}
		}
	}

	private void toClient(Runnable arrival) {
		if (!this.silentToClient) {
			this.link.toClient(() -> this.machine.run(() -> {
				if (!this.closed) {
					arrival.run();
				}
			}));
		}
	}

	/**
	 * Let the server tell this instance of its grants.
	 */
	void subscribe(CompletableFuture<Void> listening) {
		if (this.link.swallowingSubscriptions) {
			return;
		}
		toServer(() -> {
			this.server.subscribers().add(this);
			toClient(() -> {
				this.acknowledged = true;
				listening.complete(null);
			});
		});
	}

	void push(Consumer<GrantListener> message) {
		toClient(() -> {
			this.session.heard(this);
			message.accept(this.session.listener());
		});
	}

	/**
	 * The connection is cut. The client notices soon, the server soon or late.
	 */
	void cut(long serverNoticesAfter) {
		SimulatedTime time = this.machine.time();
		this.silentToClient = true;
		this.silentToServer = true;
		time.after(serverNoticesAfter, () -> this.server.subscribers().remove(this));
		time.after(this.link.latency(), () -> this.machine.run(() -> close(true)));
	}

	/**
	 * The client closes it.
	 */
	void close(boolean lost) {
		if (this.closed) {
			return;
		}
		this.closed = true;
		boolean told = this.acknowledged;
		this.link.toServer(() -> this.server.subscribers().remove(this));
		List<CompletableFuture<?>> open = new ArrayList<>(this.unanswered.keySet());
		this.unanswered.clear();
		open.forEach((answer) -> answer.completeExceptionally(lost()));
		if (lost && told) {
			this.whenLost.accept(this);
		}
	}

	private static StoreException lost() {
		return new StoreException("the connection was lost", true, StoreException.Kind.CONNECTION, null);
	}

	private void look() {
		if (!this.looking && !this.unanswered.isEmpty()) {
			this.looking = true;
			long oldest = this.unanswered.values().iterator().next();
			this.machine.after(oldest + UNANSWERED_NANOS - this.machine.nanoTime(), () -> {
				this.looking = false;
				giveUpUnanswered();
				look();
			});
		}
	}

	/** What is not answered fails; a connection that answers nothing is replaced. */
	private void giveUpUnanswered() {
		long now = this.machine.nanoTime();
		List<CompletableFuture<?>> late = new ArrayList<>();
		Iterator<Map.Entry<CompletableFuture<?>, Long>> each = this.unanswered.entrySet().iterator();
		while (each.hasNext()) {
			Map.Entry<CompletableFuture<?>, Long> entry = each.next();
			if (now - entry.getValue() >= UNANSWERED_NANOS) {
				each.remove();
				late.add(entry.getKey());
			}
		}
		late.forEach((answer) -> answer.completeExceptionally(
				new StoreException("the store did not answer", true, StoreException.Kind.CONNECTION, null)));
		if (!late.isEmpty()) {
			long last = this.answeredAt;
			this.machine.after(last + UNANSWERED_NANOS - now, () -> replaceIfSilentSince(last));
		}
	}

	private void replaceIfSilentSince(long last) {
		if (this.answeredAt == last && !this.closed) {
			this.session.fellSilent();
		}
	}

}
