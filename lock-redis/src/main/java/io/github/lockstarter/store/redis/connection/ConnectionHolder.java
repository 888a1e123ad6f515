package io.github.lockstarter.store.redis.connection;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;

/**
 * Holds one connection, or the attempt to open it. A lost connection is replaced at the
 * next request for one, by {@link ConnectionAttempts}, and not sooner than
 * {@link #PAUSE_NANOS} after they have failed.
 */
public final class ConnectionHolder<C extends StatefulConnection<String, String>> {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final @Nullable RedisURI node;

	private final Supplier<ServerClient> clients;

	private final ConnectionAttempts<C> attempts;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile @Nullable ServerClient client;

	private volatile CompletableFuture<C> connection = new CompletableFuture<>();

	private volatile long failedAt;

	private volatile @Nullable StoreException closed;

	/**
	 * Create this without a connection.
	 * @param node the address of a node of a Cluster; {@code null} for the only server
	 * @param clients supplies the client to connect with, for each attempt
	 * @param attempts connects
	 */
	public ConnectionHolder(@Nullable RedisURI node, Supplier<ServerClient> clients, ConnectionAttempts<C> attempts) {
		this.node = node;
		this.clients = clients;
		this.attempts = attempts;
	}

	/**
	 * The address of the node to which it leads; {@code null} for the only server.
	 */
	public @Nullable RedisURI node() {
		return this.node;
	}

	/**
	 * The connection, opened if need be.
	 */
	public CompletableFuture<C> get() {
		ServerClient current;
		try {
			current = this.clients.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture
				.failedFuture(new StoreException("there is no client for Redis: " + ex.getMessage(), true, ex));
		}
		CompletableFuture<C> usable = usable(current);
		if (usable != null) {
			return usable;
		}
		this.mutex.lock();
		try {
			if (this.closed != null) {
				return CompletableFuture.failedFuture(this.closed);
			}
			if (this.client != current || failedLongAgo() || isGone()) {
				open(current);
			}
			return this.connection;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The connection of that client if it is open, without a mutex: all threads need it
	 * for each command. Opening sets the client last, so it is read first.
	 */
	private @Nullable CompletableFuture<C> usable(ServerClient current) {
		if (this.closed != null || this.client != current) {
			return null;
		}
		CompletableFuture<C> known = this.connection;
		return (isOpened(known) && known.join().isOpen()) ? known : null;
	}

	private boolean failedLongAgo() {
		return this.connection.isCompletedExceptionally() && System.nanoTime() - this.failedAt > PAUSE_NANOS;
	}

	/** Lettuce would reconnect as well, but takes long after an outage of minutes. */
	private boolean isGone() {
		return isOpened(this.connection) && !this.connection.join().isOpen();
	}

	private static boolean isOpened(CompletableFuture<?> connection) {
		return connection.isDone() && !connection.isCompletedExceptionally();
	}

	/**
	 * Whether {@link #get()} would return a connection that is already open.
	 */
	public boolean isUsable() {
		ServerClient current;
		try {
			current = this.clients.get();
		}
		catch (RuntimeException ex) {
			return false;
		}
		return usable(current) != null;
	}

	/**
	 * Whether a connection is being opened.
	 */
	public boolean isOpening() {
		return this.client != null && !this.connection.isDone();
	}

	private void open(ServerClient current) {
		CompletableFuture<C> old = this.connection;
		CompletableFuture<C> opened = new CompletableFuture<>();
		this.connection = opened;
		this.client = current;
		this.attempts.start(current, () -> discard(old), opened, (failure) -> fail(opened, failure));
	}

	/**
	 * Open another connection beside the open one, and let it take the place of that.
	 * @param wanted whether it still is to do so when it is up
	 * @param replaced told of the former connection before that is closed
	 */
	public void replace(BooleanSupplier wanted, Consumer<C> replaced) {
		CompletableFuture<C> former = this.connection;
		ServerClient current = this.client;
		if (current == null || !isOpened(former)) {
			return;
		}
		CompletableFuture<C> beside = this.attempts.once(current);
		beside.thenAccept((fresh) -> {
			if (takePlace(former, beside, wanted)) {
				replaced.accept(former.join());
				close(former.join());
			}
			else {
				close(fresh);
			}
		});
	}

	private boolean takePlace(CompletableFuture<C> former, CompletableFuture<C> beside, BooleanSupplier wanted) {
		this.mutex.lock();
		try {
			boolean takes = this.closed == null && this.connection == former && wanted.getAsBoolean();
			if (takes) {
				this.connection = beside;
			}
			return takes;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void fail(CompletableFuture<C> opened, Throwable failure) {
		if (!opened.isDone()) {
			this.failedAt = System.nanoTime();
			opened.completeExceptionally(failure);
		}
	}

	private CompletableFuture<Void> discard(CompletableFuture<C> old) {
		if (old.cancel(false) || old.isCompletedExceptionally()) {
			return CompletableFuture.completedFuture(null);
		}
		return old.thenCompose(ConnectionHolder::close);
	}

	/**
	 * Complete a future with the connection that an attempt opens, or close the
	 * connection if nobody waits for it any more.
	 * @param failed told why there is none
	 */
	public static <C extends StatefulConnection<?, ?>> void deliver(CompletionStage<C> attempt,
			CompletableFuture<C> opened, Consumer<Throwable> failed) {
		attempt.whenComplete((fresh, failure) -> {
			if (failure != null) {
				failed.accept(failure);
			}
			else if (!opened.complete(fresh)) {
				close(fresh);
			}
		});
	}

	/**
	 * Close a connection, unless it is closed: closing twice would make Lettuce warn.
	 */
	public static CompletableFuture<Void> close(StatefulConnection<?, ?> opened) {
		return isClosed(opened) ? CompletableFuture.completedFuture(null) : opened.closeAsync();
	}

	/**
	 * Whether a connection was closed for good.
	 */
	public static boolean isClosed(StatefulConnection<?, ?> opened) {
		return opened instanceof RedisChannelHandler<?, ?> handler && handler.isClosed();
	}

	/**
	 * The connection if it is open, {@code null} otherwise.
	 */
	public @Nullable C opened() {
		CompletableFuture<C> known = this.connection;
		return (isOpened(known) && known.join().isOpen()) ? known.join() : null;
	}

	/**
	 * Close the connection if it is open, so that the next request gets a new one.
	 */
	public void closeOpened() {
		closeOpened(this.connection);
	}

	private static void closeOpened(CompletableFuture<? extends StatefulConnection<?, ?>> known) {
		if (isOpened(known)) {
			close(known.join());
		}
	}

	/**
	 * Close the connection for good, since the server has no locks any more.
	 */
	public void retire() {
		close(new StoreException("the server has no locks any more", true, Kind.CONNECTION, null));
	}

	/**
	 * Close the connection for good.
	 * @return a stage that completes when it is closed
	 */
	public CompletableFuture<Void> close() {
		return close(new StoreException("the lock client is closed", false, null));
	}

	private CompletableFuture<Void> close(StoreException reason) {
		this.mutex.lock();
		try {
			if (this.closed == null) {
				this.closed = reason;
			}
		}
		finally {
			this.mutex.unlock();
		}
		return discard(this.connection);
	}

}
