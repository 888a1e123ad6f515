package io.github.lockstarter.store.redis.grant;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;

import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.ListeningSession;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.FailingLog;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
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

	/** A message to itself may take a second. */
	private static final Duration PROBED = Duration.ofMillis(1500);

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final RedisClient near = this.server.newClient();

	private final RedisClient far = RedisClient.create("redis://127.0.0.1:" + this.proxy.port());

	private final RedisCommands<String, String> admin = this.near.connect().sync();

	private final ListeningSession holder = new ListeningSession(TestServers.of(this.server));

	private final ListeningSession waiter = new ListeningSession(TestServers.at(this.proxy.port()));

	private final String key = "missed:" + UUID.randomUUID();

	@Test
	void aConnectionThatTheServerAloneBelievesToBeAliveIsReplaced() {
		this.waiter.listen(this.key);
		this.proxy.strandSubscribers();
		assertThat(this.proxy.stranded()).isEqualTo(1);
		askForAGrant(1);
		this.waiter.missed(this.key);
		await().until(() -> this.waiter.interruptions.get() == 1);
		assertThat(this.waiter.isListening(this.key)).isFalse();
		this.waiter.listen(this.key);
		await().until(() -> this.proxy.stranded() == 0);
		hearOfAGrant(2);
	}

	@Test
	void aConnectionIsReplacedAlthoughTheLogFails() {
		this.waiter.listen(this.key);
		this.proxy.dropMessages(1);
		try (FailingLog log = FailingLog.begin()) {
			this.waiter.missed(this.key);
			await().until(() -> this.waiter.interruptions.get() == 1);
			await().until(() -> log.failures() > 0);
		}
		await().until(() -> this.admin.pubsubChannels().isEmpty());
	}

	@Test
	void aSubscriptionThatWorksProvesItself() {
		this.waiter.listen(this.key);
		this.waiter.missed(this.key);
		this.waiter.missed(this.key + "-another");
		StallProofTime.pass(PROBED);
		assertThat(this.waiter.interruptions).hasValue(0);
		assertThat(this.waiter.isListening(this.key)).isTrue();
		hearOfAGrant(1);
	}

	@Test
	void asManyProofsAreAwaitedAsThereAreDoubts() {
		this.waiter.listen(this.key);
		this.waiter.missed(this.key);
		StallProofTime.pass(PROBED.dividedBy(3));
		this.proxy.dropMessages(1);
		long missedAt = System.nanoTime();
		this.waiter.missed(this.key);
		await().until(() -> this.waiter.interruptions.get() == 1);
		assertThat(Duration.ofNanos(System.nanoTime() - missedAt)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void aConnectionThatCouldNotBeProbedIsProbedWhenAnotherGrantIsMissed() {
		this.waiter.listen(this.key);
		this.proxy.strandSubscribers();
		this.admin.aclSetuser("default", AclSetuserArgs.Builder.removeCommand(CommandType.PUBLISH));
		this.waiter.missed(this.key);
		await().until(() -> !this.admin.aclLog().isEmpty());
		this.admin.aclSetuser("default", AclSetuserArgs.Builder.addCommand(CommandType.PUBLISH));
		await().until(() -> {
			this.waiter.missed(this.key);
			return this.waiter.interruptions.get() == 1;
		});
	}

	@Test
	void theConnectionAfterADoubtedOneHasToProveItselfAsWell() {
		this.waiter.listen(this.key);
		this.proxy.dropMessages(1);
		this.waiter.missed(this.key);
		StallProofTime.pass(PROBED.dividedBy(3));
		this.admin.clientKill(KillArgs.Builder.typePubsub());
		await().until(() -> this.waiter.interruptions.get() == 1);
		this.waiter.listen(this.key);
		await().until(() -> this.waiter.interruptions.get() == 2);
	}

	@Test
	void whoLosesEachMessageGetsTheLockByAskingAndIsNotifiedAgainOnceTheyArrive() {
		this.proxy.dropMessages(1);
		this.waiter.listen(this.key);
		askForAGrant(1);
		this.waiter.missed(this.key);
		await().until(() -> this.waiter.interruptions.get() > 0);
		this.proxy.heal();
		await().until(() -> {
			this.waiter.listen(this.key);
			return this.waiter.isListening(this.key);
		});
		hearOfAGrant(2);
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
	void inAClusterASubscriptionThatWorksProvesItself() {
		RedisServers servers = TestServers.of(EmbeddedRedisCluster.shared());
		try (ListeningSession one = new ListeningSession(servers);
				ListeningSession other = new ListeningSession(servers)) {
			other.listen(this.key);
			other.missed(this.key);
			StallProofTime.pass(PROBED);
			assertThat(other.interruptions).hasValue(0);
			one.acquire(this.key);
			assertThat(other.queue(this.key)).isEqualTo(AcquisitionState.QUEUED);
			one.release(this.key);
			await().until(() -> other.granted.contains(this.key));
			other.release(this.key);
		}
	}

	/** The waiter is granted the lock, and learns of it when it asks again. */
	private void askForAGrant(long sequence) {
		handOver(sequence);
		assertThat(this.waiter.queue(this.key, sequence)).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.waiter.granted).isEmpty();
		this.waiter.release(this.key, sequence);
	}

	private void hearOfAGrant(long sequence) {
		handOver(sequence);
		await().until(() -> this.waiter.granted.contains(this.key));
		this.waiter.release(this.key, sequence);
	}

	private void handOver(long sequence) {
		this.holder.acquire(this.key, sequence);
		assertThat(this.waiter.queue(this.key, sequence)).isEqualTo(AcquisitionState.QUEUED);
		this.holder.release(this.key, sequence);
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
