package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.FreePort;
import io.github.lockstarter.testing.LiveThreads;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the end of a session.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ClosingIntegrationTests {

	private final CountDownLatch hang = new CountDownLatch(1);

	@Test
	void returnsThoughTheClientLibraryHangs() {
		ClientResources resources = ClientResources.builder().nettyCustomizer(new Hanging()).build();
		LockSession session = new RedisLockStore(TestServers.of(EmbeddedRedis.shared()).withResources(resources),
				"lock:")
			.open("one", new Deaf());
		session.warmUp().toCompletableFuture().join();
		session.listen("a").toCompletableFuture().join();
		assertThat(CompletableFuture.runAsync(session::close)).succeedsWithin(Duration.ofSeconds(20));
		assertThat(session.inspect("a")).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.isInstanceOf(ExecutionException.class);
		this.hang.countDown();
		resources.shutdown();
	}

	/** Each meets the attempt at another moment. */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void saysNothingWhileItMeetsAnAttemptToConnectThatIsRefused(CapturedOutput output) {
		for (int i = 0; i < 40; i++) {
			LockSession session = new RedisLockStore(TestServers.at(FreePort.find()), "lock:").open("one", new Deaf());
			session.warmUp();
			await().pollDelay(Duration.ofMillis(i / 4)).until(() -> true);
			session.close();
		}
		await().until(() -> LiveThreads.named("lock-connect") == 0);
		assertThat(output).doesNotContain("ERROR").doesNotContain("rejectedExecution");
	}

	/** Lets connections hang as they are closed, before anything else happens. */
	private final class Hanging implements NettyCustomizer {

		@Override
		public void afterChannelInitialized(Channel channel) {
			channel.pipeline().addLast(new ChannelOutboundHandlerAdapter() {

				@Override
				public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
					awaitUninterruptibly();
					super.close(context, promise);
				}

			});
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
