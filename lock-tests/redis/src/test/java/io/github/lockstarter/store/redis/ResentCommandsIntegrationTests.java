package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.KillArgs;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for commands that Lettuce sends again without a word, as it does in a Cluster
 * when the connection to a node is lost: the server may carry them out once more, later.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ResentCommandsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();

	private final RedisClusterClient client = this.cluster.newClient();

	private final String instance = UUID.randomUUID().toString();

	private final LockSession session = new RedisLockStore(TestServers.of(this.cluster), "lock:").open(this.instance,
			new Deaf());

	private final EmbeddedRedis node = this.cluster.master("lock:a");

	@BeforeEach
	void assumeThatWritesCanBeHeldUp() {
		assumeTrue(ServerVersion.hasChannelRights(), "Before Redis 6.2 CLIENT PAUSE holds up what would end it, too");
	}

	/** While connections are made, Lettuce closes others. */
	@Test
	void whatWasSentOnceIsForgotten() {
		AtomicLong sequence = new AtomicLong();
		await().until(() -> {
			assertThat(acquire(sequence.incrementAndGet()).join().state()).isEqualTo(AcquisitionState.GRANTED);
			assertThat(release(sequence.get())).isEqualTo(AcquisitionState.RELEASED);
			return record().equals(StoredRecord.NONE);
		});
	}

	@Test
	void whatMayHaveBeenSentTwiceLeavesAMark() {
		acquire(1).join();
		release(1);
		client("PAUSE", "20000", "WRITE");
		CompletableFuture<StoreAnswer> acquired = acquire(2);
		await().until(() -> ClusterNodes.ask(this.node, (commands) -> commands.clientList().contains("flags=b")));
		ClusterNodes.ask(this.node, (commands) -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
		client("UNPAUSE");
		// while connections are replaced, it may fail as well, and is asked for again
		acquired.handle((answer, failure) -> answer).join();
		await().ignoreExceptions().until(() -> acquire(2).join().state() == AcquisitionState.GRANTED);
		assertThat(release(2)).isEqualTo(AcquisitionState.RELEASED);
		assertThat(record().finished()).startsWith(" " + this.instance + ":2r");
		assertThat(acquire(2).join().state()).isEqualTo(AcquisitionState.RELEASED);
	}

	private CompletableFuture<StoreAnswer> acquire(long sequence) {
		return this.session
			.acquire(new AcquireRequest("a", sequence, LEASE, new Owner("shop", "one", "main"), Duration.ZERO))
			.toCompletableFuture();
	}

	private AcquisitionState release(long sequence) {
		return this.session.releaseWithoutMark("a", sequence, 0, Duration.ZERO).toCompletableFuture().join().state();
	}

	private StoredRecord record() {
		return ClusterNodes.ask(this.node, (commands) -> StoredRecord.of(commands, "lock:a"));
	}

	private void client(String... arguments) {
		CommandArgs<String, String> words = new CommandArgs<>(StringCodec.UTF8);
		for (String argument : arguments) {
			words.add(argument);
		}
		ClusterNodes.ask(this.node,
				(commands) -> commands.dispatch(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8), words));
	}

	@AfterEach
	void close() {
		this.session.close();
		this.client.shutdown();
		this.cluster.close();
	}

}
