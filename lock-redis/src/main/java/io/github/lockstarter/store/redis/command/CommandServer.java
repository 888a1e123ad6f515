package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One server with locks: the connection for commands to it, and what is known of it. When
 * its commands are not answered, a second connection tells whether the first is broken or
 * the server busy; after five seconds of silence the connection is replaced anyway.
 */
public final class CommandServer {

	private static final Logger logger = LoggerFactory.getLogger(CommandServer.class);

	/** Longer than a healthy Redis is ever busy, shorter than most leases. */
	private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

	/**
	 * A healthy Redis is hardly ever silent for so long, and a call that does not wait
	 * can still be served afterwards.
	 */
	private static final long DOUBTFUL_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long QUESTION_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final Connections connections;

	private final ConnectionHolder<StatefulRedisConnection<String, String>> connection;

	private final InFlightCommands inFlight;

	private final Map<StatefulConnection<?, ?>, CompletableFuture<LoadedScripts>> scripts = new ConcurrentHashMap<>();

	/** Whether the server was silent, or not reached, since the last connection. */
	private final AtomicBoolean interrupted = new AtomicBoolean();

	private final AtomicLong leftAt = new AtomicLong(System.nanoTime() - 2 * PAUSE_NANOS);

	private final AtomicLong doubtedAt;

	/** The last connection that was silent while another one could be opened. */
	private volatile @Nullable StatefulConnection<String, String> silent;

	/**
	 * Create this without a connection.
	 * @param node the address of the node; {@code null} for the only server
	 */
	CommandServer(Connections connections, @Nullable RedisURI node) {
		if (node != null) {
			ChannelNames.prepare();
		}
		this.connections = connections;
		this.doubtedAt = new AtomicLong(System.nanoTime() - 2 * connections.beatNanos());
		this.connection = connections.holder(node, this::connect);
		this.inFlight = new InFlightCommands(connections.timer(), LONGEST_SILENCE, this::replaceSilent, this::doubt);
	}

	private CompletionStage<StatefulRedisConnection<String, String>> connect(ServerClient client, RedisURI address) {
		return client.connectAsync(StringCodec.UTF8, address)
			.thenCompose(this::introduced)
			.whenComplete((opened, failure) -> {
				if (failure == null) {
					up();
				}
				else if (this.connection.opened() == null) {
					// not an attempt beside one that succeeded
					this.interrupted.set(true);
				}
			});
	}

	/** Scripts are shorter if it is known which server runs them. */
	private CompletionStage<StatefulRedisConnection<String, String>> introduced(
			StatefulRedisConnection<String, String> opened) {
		opened.addListener(new CloseWhenLost(opened, this.inFlight));
		CompletableFuture<LoadedScripts> known = (node() == null)
				? LoadedScripts.of(opened, this.connections.keyPrefix()) : LoadedScripts.ofNode(opened);
		this.scripts.keySet().removeIf(ConnectionHolder::isClosed);
		this.scripts.put(opened, known);
		return this.connections.timer()
			.limited(known, QUESTION_NANOS, "the server did not say who it is in time")
			.handle((told, failure) -> opened);
	}

	private void up() {
		if (this.interrupted.getAndSet(false)) {
			BackgroundLog.log(logger, Level.INFO, "The lock connection to " + name() + " is up", null);
		}
		this.connections.opened();
	}

	/**
	 * The address of the node; {@code null} for the only server.
	 */
	public @Nullable RedisURI node() {
		return this.connection.node();
	}

	private String name() {
		RedisURI node = node();
		return this.connections.server() + ((node != null) ? " at " + ServerClient.hostAndPort(node) : "");
	}

	/**
	 * The connection to send a command on, opened if need be.
	 */
	public CompletableFuture<StatefulRedisConnection<String, String>> connection() {
		return this.connection.get();
	}

	/**
	 * The commands in flight on the connection.
	 */
	public InFlightCommands inFlight() {
		return this.inFlight;
	}

	/**
	 * Send a command.
	 * @return its answer
	 */
	public <T> CompletableFuture<T> ask(
			Function<RedisAsyncCommands<String, String>, ? extends RedisFuture<T>> command) {
		return connection().thenCompose((opened) -> this.inFlight.follow(opened, command.apply(opened.async())));
	}

	/**
	 * The scripts as they are sent on the connection.
	 */
	LoadedScripts scripts(StatefulConnection<String, String> opened) {
		CompletableFuture<LoadedScripts> known = this.scripts.get(opened);
		return (known != null && known.isDone() && !known.isCompletedExceptionally()) ? known.join()
				: LoadedScripts.ASKING;
	}

	/** Send something, if the connection is open, so that a forgotten one is noticed. */
	void beat() {
		StatefulRedisConnection<String, String> opened = this.connection.opened();
		if (opened != null) {
			this.inFlight.follow(opened, opened.async().ping());
		}
	}

	/**
	 * A command takes long. If no other is answered either, the connection may be broken,
	 * or Redis busy: a second connection tells. Not twice in a row, since a Redis that
	 * pauses its clients still lets them connect.
	 */
	private void doubt() {
		this.connections.topology().refresh();
		long last = this.doubtedAt.get();
		long now = System.nanoTime();
		if (isSilent() && now - last > this.connections.beatNanos() && this.doubtedAt.compareAndSet(last, now)) {
			this.connection.replace(this::isSilent, this::replaced);
		}
	}

	private boolean isSilent() {
		return this.inFlight.isSilentFor(DOUBTFUL_NANOS);
	}

	/** Its other connections are as old, and went the same way. */
	private void replaced(StatefulConnection<String, String> former) {
		this.silent = former;
		this.connections.closeOthers(node());
		this.connections.replaced();
		BackgroundLog.log(logger, Level.INFO,
				"No reply from " + name() + " on the lock connection, but on another one, which is used now", null);
	}

	/**
	 * Whether a connection was replaced because it was silent, so that its commands can
	 * be sent again at once.
	 */
	boolean wasSilent(StatefulConnection<String, String> opened) {
		return this.silent == opened;
	}

	private void replaceSilent() {
		this.interrupted.set(true);
		closeAll();
		BackgroundLog.warn(logger, "No reply from " + name() + " for " + LONGEST_SILENCE.toMillis()
				+ " ms on the lock connection; reconnecting");
	}

	private void closeAll() {
		this.connection.closeOpened();
		this.connections.closeOthers(node());
	}

	/**
	 * Leave a server that has become a replica: its address may meanwhile lead to the
	 * primary. At most once a second, as it may remain a replica. A node of a Cluster
	 * says instead where the primary is.
	 */
	public void leaveReplica(StatefulConnection<String, String> opened) {
		long last = this.leftAt.get();
		long now = System.nanoTime();
		if (node() == null && opened.isOpen() && now - last > PAUSE_NANOS && this.leftAt.compareAndSet(last, now)) {
			closeAll();
			BackgroundLog.log(logger, Level.INFO,
					"At the address of " + name() + " is a read-only replica now; reconnecting", null);
		}
	}

	boolean isOpen() {
		return this.connection.opened() != null;
	}

	boolean isBusy() {
		return this.connection.isOpening() || this.inFlight.areAny();
	}

	/** Leave a node that is no primary any more. */
	void retire() {
		this.connection.retire();
	}

	CompletableFuture<Void> close() {
		return this.connection.close();
	}

	/**
	 * Ends a lost connection, so that its commands fail at once and are repeated on a new
	 * one. Otherwise they would wait for Lettuce to reconnect, and callers would learn of
	 * silence, not of its cause.
	 */
	private record CloseWhenLost(StatefulConnection<?, ?> connection,
			InFlightCommands inFlight) implements RedisConnectionStateListener {

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
			ConnectionHolder.close(this.connection);
			this.inFlight.endSilence();
		}

	}

}
