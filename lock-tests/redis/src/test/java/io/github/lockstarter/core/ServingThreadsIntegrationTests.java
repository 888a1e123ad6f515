package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for locks on Netty's threads: those that serve connections are not blocked.
 */
class ServingThreadsIntegrationTests extends OwnRedis {

	@Test
	void anIoThreadIsToldAtOnceWhatToCallInstead() {
		EventExecutorGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try (DefaultLockClient client = client()) {
			assertThat(CompletableFuture.supplyAsync(() -> client.lock(this.key).acquire(), threads)).failsWithin(AMPLY)
				.withThrowableThat()
				.havingRootCause()
				.isInstanceOf(IllegalStateException.class)
				.withMessageContaining("serves connections")
				.withMessageContaining("acquireAsync");
			CompletableFuture<LockHandle> acquired = CompletableFuture
				.supplyAsync(() -> client.lock(this.key).acquireAsync(), threads)
				.thenCompose((stage) -> stage);
			assertThat(acquired.thenAcceptAsync(LockHandle::close, threads)).succeedsWithin(AMPLY);
			client.lock(this.key).waitTime(AMPLY).acquire().close();
		}
		finally {
			end(threads);
		}
	}

	@Test
	void aThreadForWorkThatBlocksWaitsAsAnyOther() {
		EventExecutorGroup threads = new DefaultEventExecutorGroup(1);
		try (DefaultLockClient client = client()) {
			assertThat(
					CompletableFuture.runAsync(() -> client.lock(this.key).waitTime(AMPLY).acquire().close(), threads))
				.succeedsWithin(AMPLY);
		}
		finally {
			end(threads);
		}
	}

	private DefaultLockClient client() {
		return Clients.client(new RedisLockStore(RedisServers.at(this.server.uri()), "lock:"), "own");
	}

	private static void end(EventExecutorGroup threads) {
		threads.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
	}

}
