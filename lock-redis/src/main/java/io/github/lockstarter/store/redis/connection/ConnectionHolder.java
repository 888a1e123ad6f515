package io.github.lockstarter.store.redis.connection;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.store.StoreException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;

/**
 * Holds one connection, or the attempt to open it. A lost connection is replaced at the
 * next request for one, by {@link ConnectionAttempts}, and not sooner than
 * {@link #PAUSE_NANOS} after they have failed.
 */
public final class ConnectionHolder<C extends StatefulConnection<String, String>> {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final Supplier<? extends AbstractRedisClient> clients;

	private final ConnectionAttempts<C> attempts;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile @Nullable AbstractRedisClient client;

	private volatile CompletableFuture<C> connection = new CompletableFuture<>();

	private volatile long failedAt;

	private volatile boolean closed;

	/**
	 * Create this without a connection.
	 * @param clients supplies the client to connect with, for each attempt
	 * @param attempts connects
	 */
	public ConnectionHolder(Supplier<? extends AbstractRedisClient> clients, ConnectionAttempts<C> attempts) {
		this.clients = clients;
		this.attempts = attempts;
	}

	/**
	 * The connection, opened if need be.
	 */
	public CompletableFuture<C> get() {
		AbstractRedisClient current;
		try {
			current = this.clients.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(
					new StoreException("the Redis connection factory is not running: " + ex.getMessage(), true, ex));
		}
		CompletableFuture<C> usable = usable(current);
		if (usable != null) {
			return usable;
		}
		this.mutex.lock();
		try {
			if (this.closed) {
				return CompletableFuture.failedFuture(new StoreException("the lock client is closed", false, null));
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
	private @Nullable CompletableFuture<C> usable(AbstractRedisClient current) {
		if (this.closed || this.client != current) {
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
		AbstractRedisClient current;
		try {
			current = this.clients.get();
		}
		catch (RuntimeException ex) {
			return false;
		}
		return usable(current) != null;
	}

	private void open(AbstractRedisClient current) {
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
		AbstractRedisClient current = this.client;
		if (current == null || !isOpened(former)) {
			return;
		}
		CompletableFuture<C> beside = new CompletableFuture<>();
		beside.thenAccept((fresh) -> {
			if (takePlace(former, beside, wanted)) {
				replaced.accept(former.join());
				close(former.join());
			}
			else {
				close(fresh);
			}
		});
		this.attempts.startBeside(current, beside);
	}

	private boolean takePlace(CompletableFuture<C> former, CompletableFuture<C> beside, BooleanSupplier wanted) {
		this.mutex.lock();
		try {
			boolean takes = !this.closed && this.connection == former && wanted.getAsBoolean();
			if (takes) {
				this.connection = beside;
			}
			return takes;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * End an attempt without a connection.
	 * @return false if it had already ended
	 */
	private boolean fail(CompletableFuture<C> opened, Throwable failure) {
		if (opened.isDone()) {
			return false;
		}
		this.failedAt = System.nanoTime();
		return opened.completeExceptionally(failure);
	}

	private CompletableFuture<Void> discard(CompletableFuture<C> old) {
		if (old.cancel(false) || old.isCompletedExceptionally()) {
			return CompletableFuture.completedFuture(null);
		}
		return old.thenCompose(ConnectionHolder::close);
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
	 * Close the connection, or give up the attempt to open it, so that the next request
	 * gets a new one.
	 * @param cause the failure for callers that wait for the attempt
	 */
	public void leave(StoreException cause) {
		CompletableFuture<C> known = this.connection;
		if (!fail(known, cause)) {
			closeOpened(known);
		}
	}

	/**
	 * Close the connection for good.
	 * @return a stage that completes when it is closed
	 */
	public CompletableFuture<Void> close() {
		this.mutex.lock();
		try {
			this.closed = true;
		}
		finally {
			this.mutex.unlock();
		}
		return discard(this.connection);
	}

}
