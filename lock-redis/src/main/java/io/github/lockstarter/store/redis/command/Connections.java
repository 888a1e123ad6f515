package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.cluster.ClusterDiscovery;
import io.github.lockstarter.store.redis.cluster.Topology;
import io.github.lockstarter.store.redis.connection.ConnectionAttempts;
import io.github.lockstarter.store.redis.connection.ConnectionFailures;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.Failures;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.sentinel.SentinelWatch;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection for commands, on the application's current client, and access to the
 * other connections. A new one is opened when it is lost, or when the application has
 * replaced its client. It is our own, so that commands go to the primary, whichever node
 * the application reads from.
 */
public final class Connections {

	private static final Logger logger = LoggerFactory.getLogger(Connections.class);

	/** Longer than a healthy Redis is ever busy, shorter than most leases. */
	private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

	/**
	 * A healthy Redis is hardly ever silent for so long, and a call that does not wait
	 * can still be served afterwards.
	 */
	private static final long DOUBTFUL_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

	/** Firewalls forget a connection after minutes in which nothing is sent on it. */
	private static final Duration BEAT = Duration.ofSeconds(30);

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Supplier<? extends AbstractRedisClient> clients;

	private final String keyPrefix;

	private final String server;

	private final Duration beat;

	private final ConnectionHolder<StatefulConnection<String, String>> commands;

	private final SessionTimer timer = new SessionTimer();

	private final SilenceDetector silence = new SilenceDetector(this.timer, LONGEST_SILENCE, this::replaceSilent);

	private final InFlightCommands inFlight;

	private final Topology topology;

	private final ClusterDiscovery discovery = new ClusterDiscovery();

	private final SentinelWatch sentinels;

	private final CompletableFuture<Void> connected = new CompletableFuture<>();

	/** Whether Redis was silent, or not reached, since the last connection. */
	private final AtomicBoolean interrupted = new AtomicBoolean();

	private final AtomicLong leftAt = new AtomicLong(System.nanoTime() - 2 * PAUSE_NANOS);

	private final AtomicLong doubtedAt = new AtomicLong(System.nanoTime() - 2 * BEAT.toNanos());

	/** The last connection that was silent while another one could be opened. */
	private volatile @Nullable StatefulConnection<String, String> silent;

	private final Map<StatefulConnection<?, ?>, CompletableFuture<ServerScripts>> scripts = new ConcurrentHashMap<>();

	/** The connections that are replaced whenever the one for commands is. */
	private final List<ConnectionHolder<?>> others = new CopyOnWriteArrayList<>();

	private final List<Runnable> beats = new CopyOnWriteArrayList<>();

	private volatile @Nullable ConnectionHolder<?> waiting;

	/** The same for all attempts, so that those beside each other are known. */
	private final Runnable leave = this::leavePrimary;

	private final Runnable leaveForWaiting = this::leavePrimaryForWaiting;

	private volatile Runnable moved = () -> {
	};

	private volatile Runnable rerouted = () -> {
	};

	private volatile Runnable repeated = () -> {
	};

	/**
	 * Create this without a connection, to the only server that there is.
	 * @param clients supplies the client of the application, which may replace it
	 * @param keyPrefix the prefix of all keys
	 */
	public Connections(Supplier<? extends AbstractRedisClient> clients, String keyPrefix) {
		this(clients, keyPrefix, "Redis");
	}

	/**
	 * Create this without a connection.
	 * @param clients supplies the client of the application, which may replace it
	 * @param keyPrefix the prefix of all keys
	 * @param server where the connections lead, within a sentence
	 */
	public Connections(Supplier<? extends AbstractRedisClient> clients, String keyPrefix, String server) {
		this(clients, keyPrefix, server, BEAT);
	}

	/**
	 * Create this without a connection.
	 * @param beat how often to send something on each connection
	 */
	Connections(Supplier<? extends AbstractRedisClient> clients, String keyPrefix, String server, Duration beat) {
		this.clients = clients;
		this.keyPrefix = keyPrefix;
		this.server = server;
		this.beat = beat;
		this.sentinels = new SentinelWatch(this.timer, () -> this.moved.run(), server);
		this.commands = new ConnectionHolder<>(clients,
				attempts(this::connect, (opened) -> topology().arrived(opened)));
		this.topology = new Topology(clients, this.commands::opened, this.timer, new TopologyChanges());
		this.inFlight = new InFlightCommands(this.timer, LONGEST_SILENCE, this.silence, this::doubt);
		this.connected.thenRun(this::beatLater);
	}

	/** Where the connections lead, within a sentence. */
	public String server() {
		return this.server;
	}

	private <C extends StatefulConnection<String, String>> ConnectionAttempts<C> attempts(
			BiFunction<AbstractRedisClient, StringCodec, C> connector,
			Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals) {
		return new ConnectionAttempts<>(this.timer, (client, codec) -> {
			try {
				return connector.apply(client, codec);
			}
			catch (RuntimeException ex) {
				throw ConnectionFailures.translate(ex, !this.connected.isDone());
			}
		}, arrivals);
	}

	/**
	 * The connection to send a command on. Checks that the stack of this thread suffices
	 * for it.
	 */
	public CompletableFuture<StatefulConnection<String, String>> commands() {
		StackProbe.check();
		return this.commands.get();
	}

	/**
	 * The scripts as they are sent on the connection.
	 */
	ServerScripts scripts(StatefulConnection<String, String> connection) {
		CompletableFuture<ServerScripts> known = this.scripts.get(connection);
		return (known != null && known.isDone() && !known.isCompletedExceptionally()) ? known.join()
				: ServerScripts.ASKING;
	}

	/**
	 * Send requests for several locks together, if the connection for commands is known
	 * to lead to only one server: a script takes all its locks on the server of the
	 * first, where nobody else may look for them. Otherwise each is sent by itself.
	 * @param count the number of requests, and of answers
	 */
	public <T> List<CompletionStage<T>> send(int count, Supplier<List<CompletionStage<T>>> together,
			Supplier<List<CompletionStage<T>>> each) {
		CompletableFuture<Boolean> single = commands()
			.handle((connection, failure) -> failure == null && scripts(connection).isSingle());
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
	 * The commands in flight on the connection.
	 */
	public InFlightCommands inFlight() {
		return this.inFlight;
	}

	/**
	 * Do something as often as something is sent on each connection, so that one that was
	 * forgotten on the way is noticed before a lock needs it.
	 */
	public void eachBeat(Runnable action) {
		this.beats.add(action);
	}

	private void beatLater() {
		this.timer.in(this.beat.toNanos(), () -> {
			beatLater();
			beat();
		});
	}

	/** In a Cluster, this reaches one node, and a refresh the others. */
	private void beat() {
		StatefulConnection<String, String> opened = this.commands.opened();
		if (opened != null) {
			this.inFlight.follow(opened, async(opened).ping());
			this.topology.refresh();
		}
		this.beats.forEach((action) -> Contained.run("A look at a connection", action));
	}

	/**
	 * A command takes long. If no other is answered either, the connection may be broken,
	 * or Redis busy: a second connection tells. Not twice in a row, since a Redis that
	 * pauses its clients still lets them connect.
	 */
	private void doubt() {
		this.topology.refresh();
		long last = this.doubtedAt.get();
		long now = System.nanoTime();
		if (isSilent() && now - last > BEAT.toNanos() && this.doubtedAt.compareAndSet(last, now)) {
			this.commands.replace(this::isSilent, this::replaced);
		}
	}

	private boolean isSilent() {
		return this.silence.hasLasted(DOUBTFUL_NANOS);
	}

	/** The others are as old, and went the same way. */
	private void replaced(StatefulConnection<String, String> former) {
		this.silent = former;
		this.repeated.run();
		this.timer.in(0, this::beat);
		Contained.run("A message", () -> logger
			.info("No reply from " + this.server + " on the lock connection, but on another one, which is used now"));
	}

	/**
	 * Whether a connection was replaced because it was silent, so that its commands can
	 * be sent again at once.
	 */
	boolean wasSilent(StatefulConnection<String, String> connection) {
		return this.silent == connection;
	}

	private void replaceSilent() {
		this.interrupted.set(true);
		closeOpened();
		Contained.run("A warning", () -> logger.warn("No reply from " + this.server + " for "
				+ LONGEST_SILENCE.toMillis() + " ms on the lock connection; reconnecting"));
	}

	private void closeOpened() {
		this.commands.closeOpened();
		this.others.forEach(ConnectionHolder::closeOpened);
	}

	/**
	 * Leave a server that has become a replica: its address may meanwhile lead to the
	 * primary. At most once a second, as it may remain a replica.
	 */
	public void leaveReplica(StatefulConnection<String, String> connection) {
		long last = this.leftAt.get();
		long now = System.nanoTime();
		if (!this.topology.isCluster() && connection.isOpen() && now - last > PAUSE_NANOS
				&& this.leftAt.compareAndSet(last, now)) {
			closeOpened();
			Contained.run("A message", () -> logger
				.info("At the address of " + this.server + " is a read-only replica now; reconnecting"));
		}
	}

	private void leavePrimary() {
		this.commands.leave(otherPrimary());
	}

	private void leavePrimaryForWaiting() {
		ConnectionHolder<?> opened = this.waiting;
		if (opened != null) {
			opened.leave(otherPrimary());
		}
	}

	private static StoreException otherPrimary() {
		return new StoreException("another server has become the primary", true, Kind.CONNECTION, null);
	}

	/**
	 * The watch that follows the primary from server to server.
	 */
	public SentinelWatch sentinels() {
		return this.sentinels;
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
	 * Set what to do when Lettuce may repeat unanswered commands.
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
	 * Another connection on the same client, which is replaced whenever the one for
	 * commands is. It is opened when it is first asked for, and closed by the caller.
	 * @param connector connects with a client, using that codec
	 * @param arrivals notified of each connection that is established with such a codec
	 */
	public <C extends StatefulConnection<String, String>> ConnectionHolder<C> other(
			BiFunction<AbstractRedisClient, StringCodec, C> connector,
			Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals) {
		ConnectionHolder<C> other = new ConnectionHolder<>(this.clients, attempts(connector, arrivals));
		this.others.add(other);
		return other;
	}

	/**
	 * Another connection for commands that delay later ones.
	 * @param arrivals notified of each connection that is established, also to single
	 * nodes
	 */
	public ConnectionHolder<StatefulConnection<String, String>> otherForWaiting(
			Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals) {
		ClusterDiscovery nodes = new ClusterDiscovery();
		ConnectionHolder<StatefulConnection<String, String>> other = other(
				(client, codec) -> connectForWaiting(client, codec, nodes), arrivals);
		this.waiting = other;
		return other;
	}

	private StatefulConnection<String, String> connectForWaiting(AbstractRedisClient client, StringCodec codec,
			ClusterDiscovery nodes) {
		return (client instanceof RedisClusterClient cluster)
				? nodes.connect(cluster, (known) -> known.connectAsync(codec))
				: connectToPrimary((RedisClient) client, codec, this.leaveForWaiting);
	}

	/**
	 * Connect in advance.
	 * @param failed told if that is not possible
	 * @return a stage that completes when the outcome is known
	 */
	public CompletionStage<Void> warmUp(Consumer<StoreException> failed) {
		return this.commands.get().handle((connection, failure) -> {
			if (failure != null && !(failure instanceof CancellationException)) {
				failed.accept(Failures.translate(failure, ""));
			}
			return null;
		});
	}

	/**
	 * Completes when there is a connection for the first time.
	 */
	public CompletionStage<Void> connected() {
		return this.connected;
	}

	/**
	 * The timer for the connections and all that depends on them.
	 */
	public SessionTimer timer() {
		return this.timer;
	}

	/**
	 * Close the connection for commands, and stop the timer.
	 */
	public CompletableFuture<Void> close() {
		this.timer.close();
		this.topology.close();
		return CompletableFuture.allOf(this.commands.close(), this.sentinels.close());
	}

	private StatefulConnection<String, String> connect(AbstractRedisClient client, StringCodec codec) {
		StatefulConnection<String, String> connection;
		try {
			connection = (client instanceof RedisClusterClient cluster) ? connectToCluster(cluster, codec)
					: connectToServer((RedisClient) client, codec);
		}
		catch (RuntimeException | Error ex) {
			// an attempt beside one that succeeded is given up
			if (this.commands.opened() == null) {
				this.interrupted.set(true);
			}
			throw ex;
		}
		if (this.interrupted.getAndSet(false)) {
			Contained.run("A message", () -> logger.info("The lock connection to " + this.server + " is up"));
		}
		this.timer.in(0, () -> this.connected.complete(null));
		return connection;
	}

	private StatefulConnection<String, String> connectToServer(RedisClient client, StringCodec codec) {
		StatefulRedisConnection<String, String> connection = connectToPrimary(client, codec, this.leave);
		connection.addListener(new CloseWhenLost(connection, this.silence));
		dropLateTimeout(connection);
		this.scripts.keySet().removeIf(ConnectionHolder::isClosed);
		this.scripts.put(connection, ServerScripts.of(connection, this.keyPrefix));
		return connection;
	}

	/**
	 * Commands are given up before a longer time-out of Lettuce is over, which takes a
	 * task in its timer for each.
	 */
	private static void dropLateTimeout(StatefulConnection<?, ?> connection) {
		if (connection.getTimeout().compareTo(LONGEST_SILENCE) > 0) {
			connection.setTimeout(Duration.ZERO);
		}
	}

	private StatefulRedisConnection<String, String> connectToPrimary(RedisClient client, StringCodec codec,
			Runnable leave) {
		return this.sentinels.connect(client, leave,
				(primary) -> (primary != null) ? client.connect(codec, primary) : client.connect(codec));
	}

	private StatefulConnection<String, String> connectToCluster(RedisClusterClient cluster, StringCodec codec) {
		ChannelNames.prepare();
		this.topology.watch(cluster);
		return this.discovery.connect(cluster, (client) -> client.connectAsync(codec));
	}

	/**
	 * The commands of a connection, to one server or to a Cluster.
	 */
	public static RedisClusterAsyncCommands<String, String> async(StatefulConnection<String, String> connection) {
		return (connection instanceof StatefulRedisClusterConnection<String, String> cluster) ? cluster.async()
				: ((StatefulRedisConnection<String, String>) connection).async();
	}

	/**
	 * Ends a lost connection, so that its commands fail at once and are repeated on a new
	 * one. Otherwise they would wait for Lettuce to reconnect, and callers would learn of
	 * silence, not of its cause.
	 */
	private record CloseWhenLost(StatefulConnection<?, ?> connection,
			SilenceDetector silence) implements RedisConnectionStateListener {

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
			ConnectionHolder.close(this.connection);
			this.silence.ends();
		}

	}

	private final class TopologyChanges implements Topology.Listener {

		@Override
		public void answered() {
			Connections.this.silence.ends();
		}

		@Override
		public void repeated() {
			Connections.this.repeated.run();
		}

		@Override
		public void changed() {
			Connections.this.inFlight.cancelSlow();
			Connections.this.rerouted.run();
		}

	}

}
