package io.github.lockstarter.store.redis.connection;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.lockstarter.store.StoreException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;

/**
 * Holds one connection, or the attempt to open it; a lost one is opened anew when it is
 * asked for, by {@link ConnectionAttempts}, and not sooner than {@link #PAUSE_NANOS}
 * after they have failed.
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
	 * Hold nothing yet.
	 * @param clients gives the client to connect with, asked again each time
	 * @param attempts connects
	 */
	public ConnectionHolder(Supplier<? extends AbstractRedisClient> clients, ConnectionAttempts<C> attempts) {
		this.clients = clients;
		this.attempts = attempts;
	}

	/**
	 * The connection, opened if it has to be.
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
	 * The connection of that client if it is open, found without a mutex: all threads
	 * pass here with each command. Opening sets the client last, so that it is read
	 * first.
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

	/** Lettuce would reconnect too, but after an outage of minutes it takes its time. */
	private boolean isGone() {
		return isOpened(this.connection) && !this.connection.join().isOpen();
	}

	private static boolean isOpened(CompletableFuture<?> connection) {
		return connection.isDone() && !connection.isCompletedExceptionally();
	}

	/**
	 * Whether {@link #get()} would give a connection that is open, and no new one.
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
	 * End an attempt without a connection.
	 * @return whether it was not over before
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
	 * Close the connection if it is open, so that the next one to be asked for is new.
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
	 * Close the connection, or give up the attempt to open it, so that the next one to be
	 * asked for is new.
	 * @param cause what is told to those who wait for the attempt
	 */
	public void leave(StoreException cause) {
		CompletableFuture<C> known = this.connection;
		if (!fail(known, cause)) {
			closeOpened(known);
		}
	}

	/**
	 * Close what is open, for good.
	 * @return completes when it is closed
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
