package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.concurrent.CyclicBarrier;

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
			StubConnection connection = new StubConnection();
			ConnectionHolder<StatefulConnection<String, String>> holder = holder(connection.connection());
			holder.get();
			this.connecting.await();
			holder.leave(cause);
			assertThat(holder.isUsable()).isFalse();
			await().pollInterval(Duration.ofMillis(1)).until(() -> !connection.isOpen());
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

	@AfterEach
	void close() {
		this.timer.close();
		this.client.shutdown();
	}

}
