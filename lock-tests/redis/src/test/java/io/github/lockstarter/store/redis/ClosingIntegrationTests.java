package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.resource.DefaultClientResources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the end of a session.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ClosingIntegrationTests {

	private final CountDownLatch hang = new CountDownLatch(1);

	@Test
	void returnsThoughTheClientLibraryHangs() {
		try (RedisClient client = new HangingClient()) {
			LockSession session = new RedisLockStore(() -> client, "lock:").open("one", new Deaf());
			session.warmUp().toCompletableFuture().join();
			session.listen("a").toCompletableFuture().join();
			assertThat(CompletableFuture.runAsync(session::close)).succeedsWithin(Duration.ofSeconds(20));
			assertThat(session.inspect("a")).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class);
			this.hang.countDown();
		}
	}

	/**
	 * A client whose connections hang as they are closed, before anything else happens.
	 */
	private final class HangingClient extends RedisClient {

		HangingClient() {
			super(DefaultClientResources.create(), EmbeddedRedis.shared().uri());
		}

		@Override
		protected <K, V> StatefulRedisConnectionImpl<K, V> newStatefulRedisConnection(RedisChannelWriter writer,
				PushHandler pushHandler, RedisCodec<K, V> codec, Duration timeout) {
			return new StatefulRedisConnectionImpl<>(writer, pushHandler, codec, timeout) {

				@Override
				public CompletableFuture<Void> closeAsync() {
					awaitUninterruptibly();
					return super.closeAsync();
				}

			};
		}

	}

	private void awaitUninterruptibly() {
		try {
			this.hang.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
