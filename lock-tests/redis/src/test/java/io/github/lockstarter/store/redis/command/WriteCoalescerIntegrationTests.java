package io.github.lockstarter.store.redis.command;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.tracing.TraceContext;
import io.lettuce.core.tracing.TraceContextProvider;
import io.lettuce.core.tracing.Tracing;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for commands that are sent together on a real connection.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class WriteCoalescerIntegrationTests {

	private static final int BURST = 50;

	private final AtomicInteger flushes = new AtomicInteger();

	private final ClientResources resources = ClientResources.builder().nettyCustomizer(new Counting()).build();

	private final String prefix = "bursts:" + UUID.randomUUID() + ":";

	private final LockSession session = new RedisLockStore(
			TestServers.of(EmbeddedRedis.shared()).withResources(this.resources), "lock:")
		.open("one", new Deaf());

	/** While the connection is busy with an answer, commands are collected. */
	@Test
	void commandsOfOneMomentAreSentTogether() throws InterruptedException {
		CompletableFuture<Void> collected = new CompletableFuture<>();
		int asked = 0;
		while (!keepsTheConnectionBusy(acquire(++asked), collected)) {
			assertThat(asked).isLessThan(BURST);
		}
		int before = this.flushes.get();
		List<CompletionStage<StoreAnswer>> stages = IntStream.range(BURST, 2 * BURST).mapToObj(this::acquire).toList();
		assertThat(stages).noneMatch((stage) -> stage.toCompletableFuture().isDone());
		collected.complete(null);
		assertThat(stages).allMatch((stage) -> stage.toCompletableFuture().join().state() == AcquisitionState.GRANTED);
		assertThat(this.flushes.get() - before).isBetween(1, BURST / 2);
	}

	@Test
	void commandsAreTracedAsPartOfWhatTheirThreadDoes() {
		List<Thread> asked = new CopyOnWriteArrayList<>();
		Tracing tracing = tracing(() -> {
			asked.add(Thread.currentThread());
			return TraceContext.EMPTY;
		});
		ClientResources traced = ClientResources.builder().tracing(tracing).build();
		try {
			LockSession traceable = new RedisLockStore(TestServers.of(EmbeddedRedis.shared()).withResources(traced),
					"lock:")
				.open("two", new Deaf());
			acquire(traceable, 1).toCompletableFuture().join();
			asked.clear();
			acquire(traceable, 2).toCompletableFuture().join();
			assertThat(asked).isNotEmpty().containsOnly(Thread.currentThread());
			traceable.close();
		}
		finally {
			traced.shutdown(0, 10, TimeUnit.SECONDS).awaitUninterruptibly();
		}
	}

	private static Tracing tracing(TraceContextProvider contexts) {
		return (Tracing) Proxy.newProxyInstance(Tracing.class.getClassLoader(), new Class<?>[] { Tracing.class },
				(proxy, method, arguments) -> switch (method.getName()) {
					case "isEnabled" -> true;
					case "initialTraceContextProvider" -> contexts;
					default -> method.invoke(Tracing.disabled(), arguments);
				});
	}

	private CompletionStage<StoreAnswer> acquire(int number) {
		return acquire(this.session, number);
	}

	private CompletionStage<StoreAnswer> acquire(LockSession session, int number) {
		return session.acquire(new AcquireRequest(this.prefix + number, number, Duration.ofSeconds(10),
				new Owner("shop", "one", "main"), Duration.ZERO));
	}

	/** An answer that is there already is told by the thread that asks for it. */
	private static boolean keepsTheConnectionBusy(CompletionStage<?> answer, CompletableFuture<Void> until)
			throws InterruptedException {
		Thread own = Thread.currentThread();
		CountDownLatch told = new CountDownLatch(1);
		AtomicBoolean busy = new AtomicBoolean();
		answer.whenComplete((result, failure) -> {
			busy.set(Thread.currentThread() != own);
			told.countDown();
			if (busy.get()) {
				until.join();
			}
		});
		assertThat(told.await(1, TimeUnit.MINUTES)).isTrue();
		return busy.get();
	}

	@AfterEach
	void close() {
		this.session.close();
		assertThat(this.resources.shutdown(0, 10, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.MINUTES)).isTrue();
	}

	/**
	 * Counts the times that something is handed to the system.
	 */
	private final class Counting implements NettyCustomizer {

		@Override
		public void afterChannelInitialized(Channel channel) {
			channel.pipeline().addFirst(new FlushCounter());
		}

	}

	private final class FlushCounter extends ChannelOutboundHandlerAdapter {

		@Override
		public void flush(ChannelHandlerContext context) throws Exception {
			WriteCoalescerIntegrationTests.this.flushes.incrementAndGet();
			super.flush(context);
		}

	}

}
