package io.github.lockstarter.store.redis.acknowledgement;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.cluster.KeySlot;
import io.github.lockstarter.store.redis.cluster.NodeAttempts;
import io.github.lockstarter.store.redis.cluster.NodeConnections;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.InFlightCommands;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptCalls;
import io.github.lockstarter.store.redis.command.SilenceDetector;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.Failures;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.jspecify.annotations.Nullable;

/**
 * Makes leases count only once enough replicas have them, as
 * {@code distributed-lock.redis.replica-acks} asks for. A grant, whichever JVM wrote it,
 * is followed by a renewal on a connection of its own, and that by {@code WAIT}: replicas
 * that have the renewal have the grant as well, and all that was written before it. No
 * other command has to wait behind these.
 *
 * <p>
 * If no acknowledgements are required, scripts run as usual, and there is no connection.
 */
public final class ReplicaAcknowledgements {

	/**
	 * The property that requires acknowledgements.
	 */
	public static final String PROPERTY = "distributed-lock.redis.replica-acks";

	private static final Duration LONGEST_SILENCE = Duration.ofSeconds(2);

	private final int replicas;

	private final Connections connections;

	private final ScriptCalls unacknowledged;

	private final ConnectionHolder<StatefulConnection<String, String>> own;

	private final NodeAttempts attempts;

	private final Map<StatefulConnection<String, String>, ServerAcknowledgements> servers = new ConcurrentHashMap<>();

	/**
	 * Create this without a connection.
	 * @param own creates the holder of the connection, which reports the connections that
	 * arrive
	 */
	public ReplicaAcknowledgements(int replicas, Connections connections, ScriptCalls unacknowledged,
			Function<Consumer<StatefulRedisConnectionImpl<?, ?>>, ConnectionHolder<StatefulConnection<String, String>>> own) {
		this.replicas = replicas;
		this.connections = connections;
		this.unacknowledged = unacknowledged;
		this.attempts = new NodeAttempts(connections.timer(), this.servers::containsKey);
		this.own = own.apply(this.attempts::arrived);
		connections.whenRerouted(this::cancelSlow);
		connections.eachBeat(() -> this.servers.values().forEach(ServerAcknowledgements::ping));
	}

	/**
	 * The number of replicas that have to acknowledge a lease; 0 for none.
	 */
	public int replicas() {
		return this.replicas;
	}

	/**
	 * Whether any replica has to.
	 */
	public boolean areNeeded() {
		return this.replicas > 0;
	}

	/**
	 * Make an acquisition that was granted count.
	 * @param acquired the answer to it
	 * @param renewal renews the lease by
	 * {@link #run(Script, String, String[], String[], Function, Predicate)}
	 */
	public CompletableFuture<StoreAnswer> confirm(CompletableFuture<StoreAnswer> acquired,
			Supplier<CompletionStage<StoreAnswer>> renewal) {
		return (this.replicas == 0) ? acquired : acquired.thenCompose((answer) -> confirm(answer, renewal));
	}

	/**
	 * Make an acquisition count that was granted by the release of another.
	 */
	public CompletableFuture<Requeued> confirmNext(CompletableFuture<Requeued> requeued,
			Supplier<CompletionStage<StoreAnswer>> renewal) {
		return (this.replicas == 0) ? requeued : requeued.thenCompose((answers) -> confirm(answers.next(), renewal)
			.thenApply((next) -> new Requeued(answers.released(), next)));
	}

	private CompletionStage<StoreAnswer> confirm(StoreAnswer acquired, Supplier<CompletionStage<StoreAnswer>> renewal) {
		if (!isGrant(acquired)) {
			return CompletableFuture.completedStage(acquired);
		}
		return renewal.get()
			.thenApply((renewed) -> (isGrant(renewed) && renewed.token() == acquired.token()) ? acquired : renewed);
	}

	/**
	 * Whether the acquisition holds its lock.
	 */
	public static boolean isGrant(StoreAnswer answer) {
		return answer.state() == AcquisitionState.GRANTED;
	}

	/**
	 * Run a script that writes.
	 * @param needed whether an answer needs acknowledgements
	 * @return the answer; fails only with a {@code StoreException}
	 */
	public <R, T> CompletableFuture<T> run(Script<R> script, String record, String[] keys, String[] arguments,
			Function<R, T> reader, Predicate<T> needed) {
		if (this.replicas == 0) {
			return this.unacknowledged.run(script, record, keys, arguments, reader::apply);
		}
		StackProbe.check();
		AcknowledgedScript<R, T> call = new AcknowledgedScript<>(script, record, keys, arguments, reader, needed,
				this::redirect);
		send(call, (connection) -> server(connection, record));
		return call.answer();
	}

	private void redirect(AcknowledgedScript<?, ?> there, RedisURI address) {
		this.connections.topology().refresh();
		send(there, (connection) -> server(connection, address));
	}

	private void send(AcknowledgedScript<?, ?> call,
			Function<StatefulConnection<String, String>, CompletionStage<ServerAcknowledgements>> servers) {
		this.own.get().thenCompose(servers).whenComplete((server, failure) -> {
			if (failure != null) {
				this.connections.topology().refresh();
				call.fail(failure);
			}
			else {
				call.answer().whenComplete((answer, refused) -> leave(server.connection(), refused));
				server.run(call);
			}
		});
	}

	/** A server that refuses to write is not, or no longer, the right one. */
	private void leave(StatefulConnection<String, String> server, @Nullable Throwable refused) {
		if (refused == null) {
			return;
		}
		Throwable cause = refused.getCause();
		if (cause != null && Failures.isOfReplica(cause)) {
			this.connections.leaveReplica(server);
		}
		this.connections.topology().refresh();
	}

	/**
	 * The server that has the record: {@code WAIT} is answered by the one that has
	 * written.
	 */
	private CompletionStage<ServerAcknowledgements> server(StatefulConnection<String, String> connection,
			String record) {
		if (!(connection instanceof StatefulRedisClusterConnection<String, String> cluster)) {
			return CompletableFuture.completedStage(server(connection, connection));
		}
		return this.connections.commands()
			.thenCompose((known) -> this.attempts.limit(NodeConnections.to(cluster, primary(known, record))))
			.thenApply((node) -> server(node, cluster));
	}

	/** The node to which a record may already have moved. */
	private CompletionStage<ServerAcknowledgements> server(StatefulConnection<String, String> connection,
			RedisURI address) {
		StatefulRedisClusterConnection<String, String> cluster = (StatefulRedisClusterConnection<String, String>) connection;
		return this.attempts.limit(NodeConnections.to(cluster, address)).thenApply((node) -> server(node, cluster));
	}

	/**
	 * A server, as far as it is known.
	 * @param whole the connection that leads to it, which is replaced if it fails
	 */
	private ServerAcknowledgements server(StatefulConnection<String, String> connection,
			StatefulConnection<String, String> whole) {
		this.servers.values().removeIf((known) -> !known.isUsable());
		return this.servers.computeIfAbsent(connection, (opened) -> new ServerAcknowledgements(opened,
				inFlight(opened, whole), this.replicas, (failure) -> failed(whole, failure)));
	}

	/**
	 * Servers that answer must not hide a silent one, which no longer matters once its
	 * connection is closed.
	 */
	private InFlightCommands inFlight(StatefulConnection<String, String> server,
			StatefulConnection<String, String> whole) {
		SessionTimer timer = this.connections.timer();
		SilenceDetector silence = new SilenceDetector(timer, LONGEST_SILENCE, () -> {
			if (server.isOpen()) {
				ConnectionHolder.close(whole);
			}
		});
		return new InFlightCommands(timer, LONGEST_SILENCE, silence, this.connections.topology()::refresh);
	}

	/** Unanswered scripts may never be answered. */
	private static void failed(StatefulConnection<String, String> whole, Throwable failure) {
		if (!Failures.isAnswer(failure) && !Failures.isTimeout(failure)) {
			ConnectionHolder.close(whole);
		}
	}

	/** That connection learns first that another node serves a slot. */
	private static RedisClusterNode primary(StatefulConnection<String, String> known, String record) {
		int slot = KeySlot.of(record);
		RedisClusterNode primary = (known instanceof StatefulRedisClusterConnection<String, String> cluster)
				? cluster.getPartitions().getMasterBySlot(slot) : null;
		if (primary == null) {
			throw new StoreException("no node of the Redis Cluster serves slot " + slot, true, null);
		}
		return primary;
	}

	/**
	 * Open the connection, if there has to be one.
	 */
	public void warmUp() {
		if (areNeeded()) {
			this.own.get();
		}
	}

	private void cancelSlow() {
		this.servers.values().forEach(ServerAcknowledgements::cancelSlow);
	}

	/**
	 * Close the connection.
	 */
	public CompletableFuture<Void> close() {
		return this.own.close();
	}

}
