package io.github.lockstarter.store.redis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ExtendWith(RepeatedIfDisturbed.class)
class ServerReportsIntegrationTests {

	private final List<AutoCloseable> opened = new ArrayList<>();

	@Test
	void aServerTellsItsVersionAndHowItDealsWithFullMemory() {
		try (EmbeddedRedis server = EmbeddedRedis.start("--maxmemory", "64mb")) {
			StoreCondition condition = condition(TestServers.of(server));
			assertThat(condition.problem()).isNull();
			assertThat(condition.details())
				.containsOnlyKeys("version", "mode", "maxmemory-policy", "used-memory", "max-memory")
				.containsEntry("mode", "standalone")
				.containsEntry("maxmemory-policy", "noeviction")
				.containsEntry("max-memory", "64.00M");
		}
	}

	@Test
	void aServerThatEvictsIsAProblem() {
		try (EmbeddedRedis server = EmbeddedRedis.start("--maxmemory-policy", "volatile-lru")) {
			assertThat(condition(TestServers.of(server)).problem())
				.startsWith("Redis may evict locks that are held when its memory is full"
						+ " (maxmemory-policy 'volatile-lru')");
		}
	}

	@Test
	void aClusterTellsOfEachPrimaryAndNamesTheOneThatEvicts() {
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start()) {
			EmbeddedRedis second = cluster.nodes().get(1);
			commands(second, (commands) -> commands.configSet("maxmemory-policy", "allkeys-lru"));
			StoreCondition condition = condition(TestServers.of(cluster));
			assertThat(condition.details()).hasSize(4)
				.containsEntry("mode", "cluster")
				.hasEntrySatisfying("127.0.0.1:" + second.port(),
						(line) -> assertThat(line).startsWith("version ").contains("maxmemory-policy allkeys-lru"));
			assertThat(condition.problem()).startsWith("Redis at 127.0.0.1:" + second.port() + " may evict")
				.containsOnlyOnce("evict locks");
		}
	}

	@ParameterizedTest
	@CsvSource({ "5461, '5461 of the 16384 slots, so locks in these, or in all, can''t be acquired'",
			"16384, 'any slot, so no lock can be acquired'" })
	@ExtendWith(OutputCaptureExtension.class)
	void slotsThatNoNodeOfAClusterServesAreAProblemAndWarnedOf(int missing, String what, @TempDir Path files,
			CapturedOutput output) {
		try (EmbeddedRedis node = EmbeddedRedis.start("--cluster-enabled", "yes", "--cluster-config-file",
				files.resolve("nodes.conf").toString())) {
			int[] served = IntStream.range(missing, SlotHash.SLOT_COUNT).toArray();
			if (served.length > 0) {
				commands(node, (commands) -> commands.clusterAddSlots(served));
			}
			RedisServers servers = RedisServers.ofCluster(List.of(node.uri()));
			String problem = "no node of the Redis Cluster serves " + what + "; see 'redis-cli cluster info'.";
			assertThat(condition(servers).problem()).isEqualTo(problem);
			session(servers).warmUp();
			await().untilAsserted(() -> assertThat(output).contains("Redis is not safe for locks: " + problem));
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aNodeOfAClusterThatIsSilentHidesNoWarningOfAnother(CapturedOutput output) {
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start()) {
			EmbeddedRedis second = cluster.nodes().get(1);
			commands(second, (commands) -> commands.configSet("maxmemory-policy", "allkeys-lru"));
			LockSession session = session(TestServers.of(cluster));
			session.inspect("a").toCompletableFuture().join();
			cluster.nodes().get(2).pause();
			session.warmUp();
			await().untilAsserted(
					() -> assertThat(output).contains("Redis at 127.0.0.1:" + second.port() + " may evict locks"));
		}
	}

	@Test
	void aUserWithoutTheRightToAskLearnsThatAndNothingFails() {
		try (EmbeddedRedis server = EmbeddedRedis.start()) {
			commands(server,
					(commands) -> commands.aclSetuser("blind",
							ServerVersion.withAllChannels(AclSetuserArgs.Builder.on()
								.addPassword("secret")
								.allKeys()
								.allCommands()
								.removeCommand(CommandType.INFO))));
			RedisURI uri = RedisURI.builder(server.uri()).withAuthentication("blind", "secret".toCharArray()).build();
			StoreCondition condition = condition(RedisServers.at(uri));
			assertThat(condition.problem()).contains("allow the Redis user +info");
			assertThat(condition.details()).containsEntry("info", "not permitted; allow the Redis user +info");
		}
	}

	@Test
	void aServerThatIsGoneFails() {
		try (EmbeddedRedis server = EmbeddedRedis.start()) {
			server.kill();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> condition(TestServers.of(server)))
				.havingCause()
				.isInstanceOf(StoreException.class)
				.withMessageContaining("check that Redis runs there");
		}
	}

	private LockSession session(RedisServers servers) {
		LockSession session = new RedisLockStore(servers, "lock:").open("one", new Deaf());
		this.opened.add(0, session);
		return session;
	}

	private StoreCondition condition(RedisServers servers) {
		ListeningSession session = new ListeningSession(servers);
		this.opened.add(0, session);
		return session.condition();
	}

	private static void commands(EmbeddedRedis server, Consumer<RedisCommands<String, String>> action) {
		try (RedisClient client = server.newClient()) {
			action.accept(client.connect().sync());
		}
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable closeable : this.opened) {
			closeable.close();
		}
	}

}
