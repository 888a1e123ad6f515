package io.github.lockstarter.store.redis;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ConnectionHolder}.
 */
class ConnectionHolderTests {

	private static final int RACES = 5_000;

	private final RedisClient client = RedisClient.create();

	private final SessionTimer timer = new SessionTimer();

	private final CyclicBarrier connecting = new CyclicBarrier(2);

	@Test
	void anAttemptThatSucceedsAsItIsLeftLeavesNoOpenConnection() throws Exception {
		StoreException cause = new StoreException("another server has become the primary", true, Kind.CONNECTION, null);
		for (int i = 0; i < RACES; i++) {
			AtomicBoolean open = new AtomicBoolean(true);
			ConnectionHolder<StatefulConnection<String, String>> holder = holder(connection(open));
			holder.get();
			this.connecting.await();
			holder.leave(cause);
			assertThat(holder.isUsable()).isFalse();
			await().pollInterval(Duration.ofMillis(1)).until(() -> !open.get());
			holder.close();
		}
	}

	private ConnectionHolder<StatefulConnection<String, String>> holder(StatefulConnection<String, String> connection) {
		return new ConnectionHolder<>(() -> this.client, new ConnectionAttempts<>(this.timer, (client, codec) -> {
			meet();
			return connection;
		}, (arrived) -> {
		}));
	}

	private void meet() {
		try {
			this.connecting.await();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@SuppressWarnings("unchecked")
	private static StatefulConnection<String, String> connection(AtomicBoolean open) {
		return (StatefulConnection<String, String>) Proxy.newProxyInstance(StatefulConnection.class.getClassLoader(),
				new Class<?>[] { StatefulConnection.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("closeAsync")) {
						open.set(false);
						return CompletableFuture.completedFuture(null);
					}
					return open.get();
				});
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.client.shutdown();
	}

}
