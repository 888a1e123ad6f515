package io.github.lockstarter.store.redis.grant;

import java.time.Duration;
import java.util.UUID;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.redis.ListeningSession;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.grant.Subscription.Way;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.FailingLog;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for how a waiter hears of its grant on one server.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class GrantChannelsIntegrationTests {

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient client = this.server.newClient();

	private final RedisCommands<String, String> admin = this.client.connect().sync();

	private final ListeningSession holder = new ListeningSession(TestServers.of(this.server));

	private final ListeningSession waiter = new ListeningSession(TestServers.of(this.server));

	private final String key = "order:" + UUID.randomUUID();

	@Test
	void anInstanceSubscribesOneChannelForAllLocksAndNoneOnceClosed() {
		this.waiter.listen(this.key);
		this.waiter.listen(this.key + "-another");
		assertThat(this.admin.pubsubChannels()).hasSize(1);
		this.waiter.close();
		await().until(() -> this.admin.pubsubChannels().isEmpty());
	}

	@Test
	void aLostConnectionIsToldAndReplacedWhenAskedFor() {
		this.waiter.listen(this.key);
		this.admin.clientKill(KillArgs.Builder.typePubsub());
		await().until(() -> this.waiter.interruptions.get() == 1);
		assertThat(this.waiter.isListening(this.key)).isFalse();
		this.waiter.listen(this.key);
		assertThat(this.waiter.isListening(this.key)).isTrue();
		assertThat(this.waiter.interruptions).hasValue(1);
	}

	@Test
	void aWaiterThatCannotHearHasTimeToAskOnceASecond() {
		this.holder.acquire(this.key);
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.QUEUED);
		this.holder.release(this.key);
		await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.GRANTED);
		this.waiter.release(this.key);
	}

	@Test
	void aGrantThatMayNotBePublishedStands() {
		this.admin.aclSetuser("silent",
				ServerVersion.withAllChannels(AclSetuserArgs.Builder.on()
					.addPassword("secret")
					.allKeys()
					.allCommands()
					.removeCommand(CommandType.PUBLISH)));
		RedisURI uri = RedisURI.builder(this.server.uri()).withAuthentication("silent", "secret".toCharArray()).build();
		try (ListeningSession silent = new ListeningSession(RedisServers.at(uri))) {
			silent.acquire(this.key);
			this.waiter.listen(this.key);
			this.waiter.queue(this.key);
			silent.release(this.key);
		}
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.waiter.granted).isEmpty();
		this.waiter.release(this.key);
	}

	@Test
	void whoMayNotSubscribeIsToldSo() {
		assumeTrue(ServerVersion.hasChannelRights(), "Before Redis 6.2 there are no rights to channels");
		this.admin.aclSetuser("deaf",
				AclSetuserArgs.Builder.on().addPassword("secret").allKeys().allCommands().resetChannels());
		RedisURI uri = RedisURI.builder(this.server.uri()).withAuthentication("deaf", "secret".toCharArray()).build();
		try (ListeningSession deaf = new ListeningSession(RedisServers.at(uri))) {
			assertThatException().isThrownBy(() -> deaf.listen(this.key)).withMessageContaining("+subscribe");
			assertThat(deaf.isListening(this.key)).isFalse();
		}
	}

	@Test
	void aSubscriptionThatTheServerDoesNotKnowIsReplacedOnceAndThenBelieved() {
		Connections connections = new Connections(TestServers.client(TestServers.of(this.server)), "lock:", "Redis");
		GrantChannels channels = new GrantChannels(new ChannelNames("lock:", "one", () -> false), connections,
				new Deaf());
		Subscription first = subscribe(channels);
		assertThat(first.way()).isEqualTo(Way.NORMAL);
		channels.confirm(first, false);
		assertThat(channels.current("lock:a")).isNull();
		Subscription second = subscribe(channels);
		assertThat(second.connection()).isNotSameAs(first.connection());
		channels.confirm(second, false);
		assertThat(channels.current("lock:a")).isSameAs(second);
		assertThat(second.way()).isEqualTo(Way.BROADCAST);
		channels.close();
		connections.close().join();
	}

	@Test
	void anErrorOfTheListenerAndTheLogHarmsNoMessage() {
		Connections connections = new Connections(TestServers.client(TestServers.of(this.server)), "lock:", "Redis");
		GrantChannels channels = new GrantChannels(new ChannelNames("lock:", "one", () -> false), connections,
				new Failing());
		Subscription subscription = subscribe(channels);
		try (FailingLog log = FailingLog.begin()) {
			assertThatNoException().isThrownBy(
					() -> channels.received(subscription.connection(), subscription.channel(), "revoked 1 lock:a"));
			assertThatNoException()
				.isThrownBy(() -> channels.received(subscription.connection(), subscription.channel(), "nonsense"));
			await().until(() -> log.failures() > 0);
		}
		channels.close();
		connections.close().join();
	}

	private static Subscription subscribe(GrantChannels channels) {
		channels.listen("lock:a").toCompletableFuture().join();
		Subscription current = channels.current("lock:a");
		assertThat(current).isNotNull();
		return current;
	}

	@AfterEach
	void close() {
		this.holder.close();
		this.waiter.close();
		this.client.shutdown();
		this.server.close();
	}

	private static final class Failing extends Deaf {

		@Override
		public void revoked(String key, long sequence) {
			throw new LinkageError("thrown by a test: a listener");
		}

	}

}
