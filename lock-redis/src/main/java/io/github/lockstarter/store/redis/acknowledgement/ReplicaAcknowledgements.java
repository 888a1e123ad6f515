package io.github.lockstarter.store.redis.acknowledgement;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.InFlightCommands;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptExecutor;
import io.github.lockstarter.store.redis.command.ServerMap;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
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

	private final ScriptExecutor unacknowledged;

	private final ServerMap<ConnectionHolder<StatefulRedisConnection<String, String>>> own;

	private final Map<StatefulRedisConnection<String, String>, ServerAcknowledgements> servers = new ConcurrentHashMap<>();

	/**
	 * Create this without a connection.
	 */
	public ReplicaAcknowledgements(int replicas, Connections connections, ScriptExecutor unacknowledged) {
		this(replicas, connections, unacknowledged,
				(client, address) -> client.connectAsync(StringCodec.UTF8, address));
	}

	ReplicaAcknowledgements(int replicas, Connections connections, ScriptExecutor unacknowledged,
			BiFunction<ServerClient, RedisURI, CompletionStage<StatefulRedisConnection<String, String>>> connector) {
		this.replicas = replicas;
		this.connections = connections;
		this.unacknowledged = unacknowledged;
		this.own = connections.others(connector, this::isBusy);
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
	 * Make an acquisition that was granted count, where acknowledgements are required.
	 * @param acquired the answer to it
	 * @param renewal renews the lease by
	 * {@link #run(Script, String, String[], String[], Function, Predicate)}
	 */
	public CompletableFuture<StoreAnswer> confirm(CompletableFuture<StoreAnswer> acquired,
			Supplier<CompletionStage<StoreAnswer>> renewal) {
		return acquired.thenCompose((answer) -> confirm(answer, renewal));
	}

	/**
	 * Make an acquisition count that was granted by the release of another, where
	 * acknowledgements are required.
	 */
	public CompletableFuture<Requeued> confirmNext(CompletableFuture<Requeued> requeued,
			Supplier<CompletionStage<StoreAnswer>> renewal) {
		return requeued.thenCompose((answers) -> confirm(answers.next(), renewal)
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
		send(call, this.own.of(record));
		return call.answer();
	}

	private void redirect(AcknowledgedScript<?, ?> there, RedisURI address) {
		this.connections.topology().refresh();
		send(there, CompletableFuture.completedFuture(this.own.at(address)));
	}

	private void send(AcknowledgedScript<?, ?> call,
			CompletableFuture<ConnectionHolder<StatefulRedisConnection<String, String>>> holders) {
		holders.thenCompose((holder) -> holder.get().thenAccept((connection) -> {
			call.answer().whenComplete((answer, refused) -> leave(connection, holder.node(), refused));
			server(connection, holder.node()).run(call);
		})).exceptionally((failure) -> {
			this.connections.topology().refresh();
			call.fail(failure);
			return null;
		});
	}

	private boolean isBusy(ConnectionHolder<StatefulRedisConnection<String, String>> holder) {
		StatefulRedisConnection<String, String> opened = holder.opened();
		ServerAcknowledgements server = (opened != null) ? this.servers.get(opened) : null;
		return server != null && server.isBusy();
	}

	/** A server that refuses to write is not, or no longer, the right one. */
	private void leave(StatefulRedisConnection<String, String> connection, @Nullable RedisURI node,
			@Nullable Throwable refused) {
		if (refused == null) {
			return;
		}
		Throwable cause = refused.getCause();
		if (node == null && cause != null && RedisErrors.isOfReplica(cause)) {
			this.connections.servers().only().leaveReplica(connection);
		}
		this.connections.topology().refresh();
	}

	private ServerAcknowledgements server(StatefulRedisConnection<String, String> connection, @Nullable RedisURI node) {
		this.servers.values().removeIf((known) -> !known.isUsable());
		return this.servers.computeIfAbsent(connection, (opened) -> new ServerAcknowledgements(opened, node,
				inFlight(opened), this.replicas, (failure) -> failed(opened, failure)));
	}

	/** Servers that answer must not hide a silent one. */
	private InFlightCommands inFlight(StatefulRedisConnection<String, String> connection) {
		return new InFlightCommands(this.connections.timer(), LONGEST_SILENCE, () -> ConnectionHolder.close(connection),
				this.connections.topology()::refresh);
	}

	/** Unanswered scripts may never be answered. */
	private static void failed(StatefulRedisConnection<String, String> connection, Throwable failure) {
		if (!RedisErrors.isAnswer(failure)) {
			ConnectionHolder.close(connection);
		}
	}

	/**
	 * Open the connections, if there have to be any.
	 */
	public void warmUp() {
		if (areNeeded()) {
			this.own.known().thenAccept((known) -> known.forEach(ConnectionHolder::get));
		}
	}

	private void cancelSlow() {
		this.servers.values().forEach(ServerAcknowledgements::cancelSlow);
	}

}
