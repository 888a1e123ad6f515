package io.github.lockstarter.store.redis.connection;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * Connection on which nothing can be sent.
 */
public final class StubConnection {

	private final CompletableFuture<Void> closed = new CompletableFuture<>();

	private final AtomicReference<@Nullable RedisConnectionStateListener> listener = new AtomicReference<>();

	private volatile boolean broken;

	public boolean isOpen() {
		return !this.closed.isDone();
	}

	/** Completes when it is closed. */
	public CompletableFuture<Void> closed() {
		return this.closed;
	}

	/**
	 * Let nobody listen.
	 */
	public StubConnection broken() {
		this.broken = true;
		return this;
	}

	/**
	 * Tell the listener, at any time, that the connection was lost.
	 */
	@SuppressWarnings("NullAway")
	public void tellOfItsLoss() {
		RedisConnectionStateListener known = this.listener.get();
		if (known == null) {
			throw new IllegalStateException("Nobody listens");
		}
		known.onRedisDisconnected(null);
	}

	@SuppressWarnings("unchecked")
	public StatefulRedisConnection<String, String> connection() {
		return (StatefulRedisConnection<String, String>) Proxy.newProxyInstance(
				StatefulRedisConnection.class.getClassLoader(), new Class<?>[] { StatefulRedisConnection.class },
				(proxy, method, arguments) -> switch (method.getName()) {
					case "closeAsync" -> {
						this.closed.complete(null);
						yield CompletableFuture.completedFuture(null);
					}
					case "getTimeout" -> Duration.ZERO;
					case "isOpen" -> isOpen();
					case "hashCode" -> System.identityHashCode(proxy);
					case "equals" -> proxy == arguments[0];
					case "toString" -> "stub";
					case "addListener" -> {
						if (this.broken) {
							throw new IllegalStateException("Nobody may listen");
						}
						this.listener.set((RedisConnectionStateListener) arguments[0]);
						yield null;
					}
					case "removeListener" -> null;
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}

}
