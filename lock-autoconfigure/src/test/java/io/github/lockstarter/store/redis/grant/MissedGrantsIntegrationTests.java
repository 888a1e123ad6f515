package io.github.lockstarter.store.redis.grant;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;

import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.ListeningSession;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.FailingLog;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for grants that are made and do not arrive, while everything else works.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class MissedGrantsIntegrationTests {

	/** So old is a subscription that is blamed itself, not the one before it. */
	private static final Duration OLD = Duration.ofMillis(3100);

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final RedisClient near = this.server.newClient();

	private final RedisClient far = RedisClient.create("redis://127.0.0.1:" + this.proxy.port());

	private final RedisCommands<String, String> admin = this.near.connect().sync();

	private final ListeningSession holder = new ListeningSession(this.near);

	private final ListeningSession waiter = new ListeningSession(this.far);

	private final String key = "missed:" + UUID.randomUUID();

	@Test
	void aConnectionThatTheServerAloneBelievesToBeAliveIsReplaced() {
		this.waiter.listen(this.key);
		await().pollDelay(OLD).until(() -> this.waiter.isListening(this.key));
		this.proxy.strandSubscribers();
		assertThat(this.proxy.stranded()).isEqualTo(1);
		loseAGrant();
		this.waiter.missed(this.key);
		assertThat(this.waiter.isListening(this.key)).isFalse();
		await().until(() -> this.waiter.interruptions.get() == 1);
		this.waiter.listen(this.key);
		await().until(() -> this.proxy.stranded() == 0);
		this.holder.acquire(this.key, 2);
		assertThat(this.waiter.queue(this.key, 2)).isEqualTo(AcquisitionState.QUEUED);
		this.holder.release(this.key, 2);
		await().until(() -> this.waiter.granted.contains(this.key));
		this.waiter.release(this.key, 2);
	}

	@Test
	void aConnectionIsReplacedAlthoughTheLogFails() {
		this.waiter.listen(this.key);
		await().pollDelay(OLD).until(() -> this.waiter.isListening(this.key));
		try (FailingLog log = FailingLog.begin()) {
			this.waiter.missed(this.key);
			await().until(() -> this.waiter.interruptions.get() == 1);
			await().until(() -> log.failures() > 0);
		}
		await().until(() -> this.admin.pubsubChannels().isEmpty());
	}

	@Test
	void aNewSubscriptionIsNotReplacedForWhatTheOneBeforeItMissed() {
		this.waiter.listen(this.key);
		this.waiter.missed(this.key);
		this.waiter.missed(this.key + "-another");
		assertThat(this.waiter.isListening(this.key)).isTrue();
		this.holder.acquire(this.key);
		await().until(() -> wayOfTheWaiter().equals("n"));
		assertThat(this.waiter.interruptions).hasValue(0);
		assertThat(this.waiter.isListening(this.key)).isTrue();
		this.holder.release(this.key);
	}

	@Test
	void whoLosesEachMessageHasTimeToAskOnceASecondAndTrustsTheChannelAgainOnceOneArrives() {
		this.proxy.dropMessages(1);
		this.waiter.listen(this.key);
		this.waiter.missed(this.key);
		this.holder.acquire(this.key);
		assertThat(wayOfTheWaiter()).isEqualTo("N");
		this.holder.release(this.key);
		assertThat(record().lastsMillis()).as("time to claim").isEqualTo(1500);
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.GRANTED);
		this.waiter.release(this.key);
		assertThat(this.waiter.granted).isEmpty();
		await().until(() -> this.waiter.interruptions.get() > 0);
		this.proxy.heal();
		this.holder.acquire(this.key, 2);
		await().until(() -> {
			this.waiter.listen(this.key);
			return this.waiter.queue(this.key, 2) == AcquisitionState.QUEUED && way().equals("n");
		});
		this.holder.release(this.key, 2);
		await().until(() -> this.waiter.granted.contains(this.key));
		this.waiter.release(this.key, 2);
	}

	@Test
	void aSubscriptionThatIsNotAcknowledgedIsGivenUpAndItsConnectionReplaced() {
		this.proxy.swallow((command) -> command.command().equals("SUBSCRIBE"));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> this.waiter.listen(this.key))
			.withCauseInstanceOf(StoreException.class)
			.havingCause()
			.withMessageContaining("did not acknowledge a subscription within 1000 ms")
			.matches((failure) -> ((StoreException) failure).isPassing());
		assertThat(this.waiter.isListening(this.key)).isFalse();
		this.holder.acquire(this.key);
		assertThat(wayOfTheWaiter()).isEqualTo("d");
		this.proxy.heal();
		this.waiter.listen(this.key);
		assertThat(wayOfTheWaiter()).isEqualTo("n");
		this.holder.release(this.key);
		await().until(() -> this.waiter.granted.contains(this.key));
		this.waiter.release(this.key);
	}

	@Test
	void inAClusterTheConnectionToThatNodeIsReplaced() {
		try (RedisClusterClient client = EmbeddedRedisCluster.shared().newClient();
				ListeningSession one = new ListeningSession(client);
				ListeningSession other = new ListeningSession(client)) {
			other.listen(this.key);
			await().pollDelay(OLD).until(() -> other.isListening(this.key));
			other.missed(this.key);
			await().until(() -> other.interruptions.get() > 0);
			other.listen(this.key);
			one.acquire(this.key);
			assertThat(other.queue(this.key)).isEqualTo(AcquisitionState.QUEUED);
			one.release(this.key);
			await().until(() -> other.granted.contains(this.key));
			other.release(this.key);
		}
	}

	/** The waiter asks only when the time to claim is over. */
	private void loseAGrant() {
		this.holder.acquire(this.key);
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.QUEUED);
		this.holder.release(this.key);
		await().until(() -> !this.holder.isHeld(this.key));
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.LOST);
		assertThat(this.waiter.granted).isEmpty();
	}

	private String wayOfTheWaiter() {
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.QUEUED);
		return way();
	}

	private String way() {
		return record().wayOfTheLast();
	}

	private StoredRecord record() {
		return StoredRecord.of(this.admin, "lock:" + this.key);
	}

	@AfterEach
	void close() {
		this.holder.close();
		this.waiter.close();
		this.near.shutdown();
		this.far.shutdown();
		this.proxy.close();
		this.server.close();
	}

}
