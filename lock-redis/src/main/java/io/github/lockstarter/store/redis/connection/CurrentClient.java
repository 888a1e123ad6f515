package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The client of one session, made from what the application says about its Redis. When it
 * says something else, another client takes its place. Its threads serve no code of the
 * application, and of the application's options only those apply that say how to talk to
 * the server: limits of time are those of locks. Thread-safe.
 */
public final class CurrentClient implements Supplier<ServerClient> {

	/** Commands have one, grants another. */
	private static final int IO_THREADS = 2;

	private static final int COMPUTATION_THREADS = 2;

	private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);

	private static final long SHUTDOWN_SECONDS = 2;

	private final Supplier<ClientSettings> settings;

	private volatile @Nullable Opened opened;

	private boolean closed;

	/**
	 * Create this without a client.
	 * @param settings supplies the present settings, and the same object as long as
	 * nothing has changed
	 */
	public CurrentClient(Supplier<ClientSettings> settings) {
		this.settings = settings;
	}

	/**
	 * Create this without a client, of a Redis that never changes.
	 */
	public CurrentClient(ClientSettings settings) {
		this(() -> settings);
	}

	/**
	 * Whether the present Redis is a Cluster; not if that is not known.
	 */
	public boolean isCluster() {
		try {
			ClientSettings present = this.settings.get();
			Opened known = this.opened;
			return (known != null && known.isOf(present)) ? known.cluster() : present.cluster();
		}
		catch (IllegalStateException ex) {
			// the connection factory was never started
			return false;
		}
	}

	@Override
	public ServerClient get() {
		ClientSettings present = this.settings.get();
		Opened known = this.opened;
		return (known != null && known.isOf(present)) ? known.client() : open(present);
	}

	private synchronized ServerClient open(ClientSettings present) {
		Opened former = this.opened;
		if (former != null && (former.isOf(present) || this.closed)) {
			return former.client();
		}
		if (this.closed) {
			throw new IllegalStateException("it is closed");
		}
		checkLasts(present);
		Opened fresh = uninterrupted(present);
		this.opened = fresh;
		if (former != null) {
			former.close();
		}
		return fresh.client();
	}

	@SuppressWarnings("ReferenceEquality") // another object is another Redis
	private void checkLasts(ClientSettings present) {
		if (this.settings.get() != present) {
			throw new IllegalStateException("Redis was just replaced, or the supplier of RedisServers makes another"
					+ " object for each call; let it return the same one as long as nothing has changed");
		}
	}

	/** A timer of Netty forgets that its thread was interrupted when it starts. */
	private static Opened uninterrupted(ClientSettings settings) {
		boolean interrupted = Thread.interrupted();
		try {
			return Opened.of(settings);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Close the client for good, with all its connections.
	 * @return a stage that completes when its threads have ended
	 */
	public synchronized CompletableFuture<Void> close() {
		this.closed = true;
		Opened known = this.opened;
		return (known != null) ? known.close() : CompletableFuture.completedFuture(null);
	}

	/**
	 * A client with the settings that it was made from.
	 *
	 * @param cluster whether it is one of a Cluster, as each command asks
	 */
	private record Opened(ClientSettings settings, ServerClient client, boolean cluster) {

		static Opened of(ClientSettings settings) {
			ClientResources resources = resources(settings.resources());
			ServerClient client = new ServerClient(resources, settings);
			client.setOptions(options(settings.options()));
			return new Opened(settings, client, settings.cluster());
		}

		@SuppressWarnings("ReferenceEquality") // another object is another Redis
		boolean isOf(ClientSettings present) {
			return this.settings == present;
		}

		/** A client does not shut down resources that it was given. */
		CompletableFuture<Void> close() {
			return this.client.shutdownAsync(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS).thenCompose((nothing) -> {
				CompletableFuture<Void> ended = new CompletableFuture<>();
				this.client.getResources()
					.shutdown(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
					.addListener((future) -> ended.complete(null));
				return ended;
			});
		}

		private static ClientResources resources(@Nullable ClientResources application) {
			ClientResources.Builder builder = DefaultClientResources.builder()
				.ioThreadPoolSize(IO_THREADS)
				.computationThreadPoolSize(COMPUTATION_THREADS)
				.threadFactoryProvider((pool) -> new DefaultThreadFactory("lock-" + pool, true));
			return (application == null) ? builder.build()
					: builder.socketAddressResolver(application.socketAddressResolver())
						.addressResolverGroup(application.addressResolverGroup())
						.commandLatencyRecorder(application.commandLatencyRecorder())
						.nettyCustomizer(application.nettyCustomizer())
						.tracing(application.tracing())
						.build();
		}

		private static ClientOptions options(ClientOptions application) {
			SocketOptions sockets = application.getSocketOptions();
			SocketOptions.Builder own = sockets.mutate().connectTimeout(CONNECT_LIMIT);
			return application.mutate()
				.socketOptions((sockets.isKeepAlive() ? own : own.keepAlive(true)).build())
				.timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
				.requestQueueSize(ClientOptions.DEFAULT_REQUEST_QUEUE_SIZE)
				.publishOnScheduler(false)
				.build();
		}

	}

}
