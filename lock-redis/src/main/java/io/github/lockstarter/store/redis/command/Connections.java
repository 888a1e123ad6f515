package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.cluster.Topology;
import io.github.lockstarter.store.redis.connection.ConnectionAttempts;
import io.github.lockstarter.store.redis.connection.ConnectionFailures;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.CurrentClient;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.sentinel.SentinelWatch;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.jspecify.annotations.Nullable;

/**
 * The servers with locks and the connections to them, on the client of the session: one
 * server, the primary that sentinels name, or the primaries of a Cluster.
 */
public final class Connections {

	/** Firewalls forget a connection after minutes in which nothing is sent on it. */
	private static final Duration BEAT = Duration.ofSeconds(30);

	private final CurrentClient clients;

	private final String keyPrefix;

	private final String server;

	private final long beatNanos;

	private final SessionTimer timer = new SessionTimer();

	private final Topology topology;

	private final SentinelWatch sentinels;

	private final ServerMap<CommandServer> servers;

	private final CompletableFuture<CommandServer> only;

	private final CompletableFuture<Void> connected = new CompletableFuture<>();

	/** The connections that are replaced whenever the one for commands is. */
	private final List<ServerMap<? extends ConnectionHolder<?>>> others = new CopyOnWriteArrayList<>();

	private final List<Runnable> beats = new CopyOnWriteArrayList<>();

	private volatile Runnable moved = () -> {
	};

	private volatile Runnable rerouted = () -> {
	};

	private volatile Runnable repeated = () -> {
	};

	/**
	 * Create this without a connection.
	 * @param clients supplies the client of the session
	 * @param keyPrefix the prefix of all keys
	 * @param server where the connections lead, within a sentence
	 */
	public Connections(CurrentClient clients, String keyPrefix, String server) {
		this(clients, keyPrefix, server, BEAT);
	}

	/**
	 * Create this without a connection.
	 * @param beat how often to send something on each connection
	 */
	Connections(CurrentClient clients, String keyPrefix, String server, Duration beat) {
		this.clients = clients;
		this.keyPrefix = keyPrefix;
		this.server = server;
		this.beatNanos = beat.toNanos();
		this.sentinels = new SentinelWatch(this.timer, () -> this.moved.run(), server);
		this.topology = new Topology(clients, (node) -> servers().at(node).ask((commands) -> commands.clusterNodes()),
				this.timer, this::known);
		this.servers = new ServerMap<>(clients, this.topology, (node) -> new CommandServer(this, node),
				CommandServer::isBusy, CommandServer::retire);
		this.only = CompletableFuture.completedFuture(this.servers.only());
		this.connected.thenRun(this::beatLater);
	}

	/** Servers to which the connections lead, within a sentence. */
	public String server() {
		return this.server;
	}

	String keyPrefix() {
		return this.keyPrefix;
	}

	long beatNanos() {
		return this.beatNanos;
	}

	/**
	 * The server that has a record, or a channel. Checks that the stack of this thread
	 * suffices for a command.
	 */
	public CompletableFuture<CommandServer> server(String key) {
		StackProbe.check();
		return this.clients.isCluster() ? this.servers.of(key) : this.only;
	}

	/**
	 * The node of a Cluster at an address. Checks the stack, too.
	 */
	CompletableFuture<CommandServer> server(RedisURI node) {
		StackProbe.check();
		return CompletableFuture.completedFuture(this.servers.at(node));
	}

	/**
	 * Whether the servers are the nodes of a Cluster.
	 */
	public boolean areNodes() {
		return this.clients.isCluster();
	}

	/**
	 * The servers with locks.
	 */
	public ServerMap<CommandServer> servers() {
		return this.servers;
	}

	/**
	 * Send requests for several locks together, if there is known to be only one server:
	 * a script takes all its locks on the server of the first, where nobody else may look
	 * for them. Otherwise each is sent by itself.
	 * @param count the number of requests, and of answers
	 */
	public <T> List<CompletionStage<T>> send(int count, Supplier<List<CompletionStage<T>>> together,
			Supplier<List<CompletionStage<T>>> each) {
		if (this.clients.isCluster()) {
			return each.get();
		}
		StackProbe.check();
		CommandServer only = this.servers.only();
		CompletableFuture<Boolean> single = only.connection()
			.handle((opened, failure) -> failure == null && only.scripts(opened).isSingle());
		if (single.isDone()) {
			return (single.join() ? together : each).get();
		}
		CompletableFuture<List<CompletionStage<T>>> answers = single
			.thenApply((known) -> (known ? together : each).get());
		return IntStream.range(0, count)
			.<CompletionStage<T>>mapToObj((index) -> answers.thenCompose((known) -> known.get(index)))
			.toList();
	}

	/**
	 * Hold a connection to a server.
	 * @param node the address of the node; {@code null} for the only server
	 * @param connector connects with a client to an address
	 */
	<C extends StatefulConnection<String, String>> ConnectionHolder<C> holder(@Nullable RedisURI node,
			BiFunction<ServerClient, RedisURI, ? extends CompletionStage<C>> connector) {
		return new ConnectionHolder<>(node, this.clients, new ConnectionAttempts<>(this.timer,
				() -> !this.connected.isDone(), (client) -> connect(client, node, connector), this.topology::refresh));
	}

	/** An attempt may have been planned for a client that was replaced meanwhile. */
	private <C extends StatefulConnection<String, String>> CompletionStage<C> connect(ServerClient client,
			@Nullable RedisURI node, BiFunction<ServerClient, RedisURI, ? extends CompletionStage<C>> connector) {
		if (this.clients.get() != client) {
			return CompletableFuture
				.failedStage(new StoreException("another Redis was configured meanwhile", true, Kind.CONNECTION, null));
		}
		if (node == null) {
			return this.sentinels.connect(client, (address) -> connectTo(client, address, connector));
		}
		this.sentinels.forget(client);
		return connectTo(client, client.at(node), connector);
	}

	private static <C> CompletionStage<C> connectTo(ServerClient client, RedisURI address,
			BiFunction<ServerClient, RedisURI, ? extends CompletionStage<C>> connector) {
		CompletionStage<C> connection = connector.apply(client, ConnectionAttempts.limited(address));
		return connection.exceptionally((failure) -> {
			throw ConnectionFailures.explain(client, address, failure);
		});
	}

	/**
	 * Further connections, one to each server, which are replaced whenever the one for
	 * commands is. They are opened when they are first asked for, and closed with this.
	 * @param connector connects with a client to an address
	 * @param busy whether an open connection is in use
	 */
	public <C extends StatefulConnection<String, String>> ServerMap<ConnectionHolder<C>> others(
			BiFunction<ServerClient, RedisURI, ? extends CompletionStage<C>> connector,
			Predicate<ConnectionHolder<C>> busy) {
		ServerMap<ConnectionHolder<C>> other = new ServerMap<>(this.clients, this.topology,
				(node) -> holder(node, connector), busy.or(ConnectionHolder::isOpening), ConnectionHolder::retire);
		this.others.add(other);
		return other;
	}

	void closeOthers(@Nullable RedisURI node) {
		this.others.forEach((other) -> {
			ConnectionHolder<?> holder = other.existing(node);
			if (holder != null) {
				holder.closeOpened();
			}
		});
	}

	/**
	 * Do something as often as something is sent on each connection, so that one that was
	 * forgotten on the way is noticed before a lock needs it.
	 */
	public void eachBeat(Runnable action) {
		this.beats.add(action);
	}

	private void beatLater() {
		this.timer.in(this.beatNanos, () -> {
			beatLater();
			beat();
		});
	}

	private void beat() {
		if (this.servers.all().anyMatch(CommandServer::isOpen)) {
			this.topology.refresh();
		}
		this.servers.all().forEach(CommandServer::beat);
		this.beats.forEach((action) -> FailureIsolation.run("A look at a connection", action));
	}

	/**
	 * A silent connection was replaced; those to other servers may have gone the same
	 * way.
	 */
	void replaced() {
		this.repeated.run();
		this.timer.in(0, this::beat);
	}

	private void known(Partitions nodes, boolean changed) {
		this.servers.retain(nodes);
		this.others.forEach((other) -> other.retain(nodes));
		if (changed) {
			this.servers.all().forEach((known) -> known.inFlight().cancelSlow());
			this.rerouted.run();
		}
	}

	/**
	 * Set what is told whether sentinels name the server. Called before anything is
	 * connected to.
	 */
	public void whenWatching(Consumer<Boolean> action) {
		this.sentinels.whenWatching(action);
	}

	/**
	 * Set what to do when another server has become the primary.
	 */
	public void whenMoved(Runnable action) {
		this.moved = action;
	}

	/**
	 * Set what to do when unanswered commands may have gone to the wrong node of a
	 * Cluster.
	 */
	public void whenRerouted(Runnable action) {
		this.rerouted = action;
	}

	/**
	 * Set what to do when unanswered commands are sent again on another connection.
	 */
	public void whenRepeated(Runnable action) {
		this.repeated = action;
	}

	/**
	 * The topology of the Cluster.
	 */
	public Topology topology() {
		return this.topology;
	}

	/**
	 * Connect in advance.
	 * @param failed told if that is not possible
	 * @return a stage that completes when the outcome is known
	 */
	public CompletionStage<Void> warmUp(Consumer<StoreException> failed) {
		return this.servers.known()
			.thenCompose((known) -> CompletableFuture
				.allOf(known.stream().map(CommandServer::connection).toArray(CompletableFuture<?>[]::new)))
			.handle((nothing, failure) -> {
				if (failure != null && !(RedisErrors.unwrap(failure) instanceof CancellationException)) {
					failed.accept(RedisErrors.translate(failure, ""));
				}
				return null;
			});
	}

	/** Note that a connection for commands was opened. */
	void opened() {
		this.timer.in(0, () -> this.connected.complete(null));
	}

	/**
	 * Completes when there is a connection for the first time.
	 */
	public CompletionStage<Void> connected() {
		return this.connected;
	}

	/**
	 * Why nothing is answered, if there was never a connection; {@code null} if there
	 * was.
	 */
	public @Nullable StoreException reasonForSilence() {
		return this.connected.isDone() ? null : ConnectionAttempts.notAnswered(this.clients.get());
	}

	/**
	 * The timer for the connections and all that depends on them.
	 */
	public SessionTimer timer() {
		return this.timer;
	}

	/**
	 * Close all connections, stop the timer, and then close the client.
	 */
	public CompletableFuture<Void> close() {
		this.timer.close();
		this.topology.close();
		this.sentinels.close();
		this.servers.close();
		this.others.forEach(ServerMap::close);
		Stream<CompletableFuture<Void>> closing = Stream.concat(this.servers.all().map(CommandServer::close),
				this.others.stream().flatMap(ServerMap::all).map(ConnectionHolder::close));
		return CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new))
			.handle((nothing, failure) -> this.clients.close())
			.thenCompose(Function.identity());
	}

}
