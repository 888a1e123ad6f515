package io.github.lockstarter.store.redis.acknowledgement;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.command.InFlightCommands;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * Writes to one server and asks its replicas for acknowledgements. {@code WAIT} delays
 * all later commands on its connection: meanwhile scripts gather, and are then sent with
 * one {@code WAIT} for all of them.
 */
final class ServerAcknowledgements implements RedisConnectionStateListener {

	/** Twice this is less than the two seconds of a call that does not wait. */
	private static final long ANSWER_MILLIS = 500;

	private final StatefulRedisConnection<String, String> connection;

	private final @Nullable RedisURI node;

	private final InFlightCommands inFlight;

	private final int replicas;

	private final Consumer<Throwable> whenFailed;

	private final Queue<AcknowledgedScript<?, ?>> gathered = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean asking = new AtomicBoolean();

	/** Lettuce would repeat WAIT on a new connection, which has written nothing. */
	private volatile boolean lost;

	/** Set while commands are given up because the topology has changed. */
	private volatile boolean rerouting;

	/**
	 * Create this without a request.
	 * @param node the address of the node; {@code null} for the only server
	 * @param whenFailed called with the failure if replicas could not be asked
	 */
	ServerAcknowledgements(StatefulRedisConnection<String, String> connection, @Nullable RedisURI node,
			InFlightCommands inFlight, int replicas, Consumer<Throwable> whenFailed) {
		this.connection = connection;
		this.node = node;
		this.inFlight = inFlight;
		this.replicas = replicas;
		this.whenFailed = whenFailed;
		connection.addListener(this);
	}

	/** Find out whether the connection still works. */
	void ping() {
		this.inFlight.follow(this.connection, this.connection.async().ping());
	}

	void run(AcknowledgedScript<?, ?> script) {
		this.gathered.add(script);
		next();
	}

	private void next() {
		while (!this.gathered.isEmpty() && this.asking.compareAndSet(false, true)) {
			ask(takeGathered());
		}
	}

	private List<AcknowledgedScript<?, ?>> takeGathered() {
		List<AcknowledgedScript<?, ?>> group = new ArrayList<>();
		for (var script = this.gathered.poll(); script != null; script = this.gathered.poll()) {
			group.add(script);
		}
		return group;
	}

	private void ask(List<AcknowledgedScript<?, ?>> group) {
		try {
			group.forEach((script) -> script.send(this.connection, this.node, this.inFlight));
			this.inFlight.follow(this.connection,
					this.connection.async().waitForReplication(this.replicas, ANSWER_MILLIS), (count, failure) -> {
						end(group, count, failure);
						next();
					});
		}
		catch (RuntimeException | Error ex) {
			end(group, null, ex);
		}
	}

	private void end(List<AcknowledgedScript<?, ?>> group, @Nullable Long count, @Nullable Throwable failure) {
		this.asking.set(false);
		StoreException cause = (failure != null) ? refused(failure) : doubt(count);
		if (cause != null) {
			group.forEach((script) -> script.fail(cause));
		}
		else {
			group.stream().filter((script) -> !script.acknowledge()).forEach(this.gathered::add);
		}
		if (cause != null && this.rerouting) {
			takeGathered().forEach((script) -> script.fail(cause));
		}
		else if (failure != null) {
			this.whenFailed.accept(failure);
		}
	}

	private @Nullable StoreException doubt(@Nullable Long count) {
		if (this.lost) {
			return lostConnection();
		}
		long acknowledged = (count != null) ? count : 0;
		return (acknowledged >= this.replicas) ? null
				: new StoreException(
						"too few replicas acknowledged the lock within " + ANSWER_MILLIS + " ms (" + acknowledged
								+ " of the " + this.replicas + " that '" + ReplicaAcknowledgements.PROPERTY
								+ "' asks for); check that replicas are connected and follow, or lower the property",
						true, Kind.NOT_READY, null);
	}

	/** A server that has become a replica meanwhile refuses with various messages. */
	private static StoreException refused(Throwable failure) {
		StoreException cause = RedisErrors.translate(failure, "");
		if (cause.getKind() == Kind.PERMISSION) {
			return new StoreException(
					"Redis refuses to wait for replicas, as '" + ReplicaAcknowledgements.PROPERTY + "' asks for ("
							+ RedisErrors.unwrap(failure).getMessage() + "); allow the Redis user +wait",
					false, Kind.PERMISSION, failure);
		}
		return cause.isPassing() ? cause
				: new StoreException("replicas could not be asked for acknowledgements: " + cause.getMessage(), true,
						Kind.NOT_READY, failure);
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
		this.lost = true;
		this.connection.removeListener(this);
		this.whenFailed.accept(lostConnection());
	}

	private static StoreException lostConnection() {
		return new StoreException("the connection to Redis was lost before replicas acknowledged the lock", true,
				Kind.CONNECTION, null);
	}

	/**
	 * Give up the commands that may have gone to the wrong server, and those behind them.
	 * That is no reason to doubt the connection, which others may share.
	 */
	void cancelSlow() {
		this.rerouting = true;
		this.inFlight.cancelSlow();
		this.rerouting = false;
	}

	/**
	 * Whether a script is not acknowledged yet.
	 */
	boolean isBusy() {
		return this.asking.get() || !this.gathered.isEmpty();
	}

	/**
	 * Whether the connection is the one that was open when this was created.
	 */
	boolean isUsable() {
		return !this.lost && !ConnectionHolder.isClosed(this.connection);
	}

}
