package io.github.lockstarter.faults.proxy;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RespProxy}, with a client that does not reconnect.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(ProtocolVersion.class)
class RespProxyIntegrationTests {

	private final RespProxy proxy = new RespProxy(EmbeddedRedis.shared().port());

	private final RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", this.proxy.port()));

	private final RedisAsyncCommands<String, String> commands;

	private final RedisClient direct = EmbeddedRedis.shared().newClient();

	private final String key = "proxy:" + UUID.randomUUID();

	RespProxyIntegrationTests(ProtocolVersion protocol) {
		this.client.setOptions(ClientOptions.builder().protocolVersion(protocol).autoReconnect(false).build());
		this.commands = this.client.connect().async();
	}

	private String seenDirectly() {
		return this.direct.connect().sync().get(this.key);
	}

	private void assertUnanswered(RedisFuture<?> future) throws InterruptedException {
		assertThat(future.await(300, TimeUnit.MILLISECONDS)).isFalse();
	}

	@Test
	void withoutFaultsEverythingPasses() {
		String large = "x".repeat(1_000_000);
		this.commands.set(this.key, large);
		assertThat(this.commands.get(this.key).toCompletableFuture().join()).isEqualTo(large);
	}

	@Test
	void aDelayLetsPassLater() {
		this.proxy.delay(Direction.REQUESTS, Duration.ofMillis(800));
		this.proxy.delay(Direction.REPLIES, Duration.ofMillis(400));
		long startedAt = System.nanoTime();
		CompletableFuture<String> first = this.commands.ping().toCompletableFuture();
		this.commands.ping().toCompletableFuture().join();
		first.join();
		assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isBetween(Duration.ofMillis(1200),
				Duration.ofMillis(2300));
	}

	@Test
	void aBlackHoleForRequestsKeepsThemFromBeingExecutedUntilItIsHealed() throws InterruptedException {
		this.proxy.blackHole(Direction.REQUESTS);
		RedisFuture<String> held = this.commands.set(this.key, "late");
		assertUnanswered(held);
		assertThat(seenDirectly()).isNull();
		this.proxy.heal();
		held.toCompletableFuture().join();
		assertThat(seenDirectly()).isEqualTo("late");
	}

	@Test
	void aBlackHoleForRepliesLetsCommandsBeExecuted() throws InterruptedException {
		this.proxy.blackHole(Direction.REPLIES);
		RedisFuture<String> held = this.commands.set(this.key, "done");
		assertUnanswered(held);
		assertThat(seenDirectly()).isEqualTo("done");
		this.proxy.heal();
		assertThat(held.toCompletableFuture().join()).isEqualTo("OK");
	}

	@Test
	void whatABlackHoleHeldIsGoneAfterAReset() throws InterruptedException {
		this.proxy.blackHole(Direction.REQUESTS);
		RedisFuture<String> held = this.commands.set(this.key, "never");
		assertUnanswered(held);
		this.proxy.reset();
		this.proxy.heal();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> held.toCompletableFuture().join());
		assertThat(seenDirectly()).isNull();
		this.client.connect().sync().ping();
	}

	@Test
	void aLostReplyIsLostAfterItsCommandWasExecuted() {
		CompletableFuture<Void> lost = this.proxy.loseReply(2, (command) -> command.command().equals("INCR"));
		assertThat(this.commands.incr(this.key).toCompletableFuture().join()).isOne();
		this.commands.ping().toCompletableFuture().join();
		RedisFuture<Long> second = this.commands.incr(this.key);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> second.toCompletableFuture().join());
		assertThat(lost).isCompleted();
		assertThat(seenDirectly()).isEqualTo("2");
		assertThat(this.client.connect().sync().incr(this.key)).isEqualTo(3);
	}

	@Test
	void everyOtherMessageIsDropped() {
		List<String> heard = new CopyOnWriteArrayList<>();
		StatefulRedisPubSubConnection<String, String> subscriber = this.client.connectPubSub();
		subscriber.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String channel, String message) {
				heard.add(message);
			}

		});
		subscriber.sync().subscribe(this.key);
		this.proxy.dropMessages(2);
		for (int i = 1; i <= 6; i++) {
			this.commands.publish(this.key, "message " + i).toCompletableFuture().join();
		}
		await().until(() -> heard.size() == 3);
		assertThat(heard).containsExactly("message 1", "message 3", "message 5");
		assertThat(subscriber.sync().ping()).isNotNull();
	}

	@AfterEach
	void close() {
		this.proxy.close();
		this.client.shutdown();
		this.direct.shutdown();
	}

}
