package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for what is listed, and for what is not, on one server and over the nodes of a
 * Cluster.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class RecordScanIntegrationTests {

	private static final int PAGE = 10;

	private LockSession open(RedisServers servers, String prefix) {
		return new RedisLockStore(servers, prefix).open("lister", new Deaf());
	}

	private static void acquire(LockSession session, String key) {
		session
			.acquire(
					new AcquireRequest(key, 1, Duration.ofSeconds(20), new Owner("shop", "one", "main"), Duration.ZERO))
			.toCompletableFuture()
			.join();
	}

	private static List<LockPage> pages(LockSession session) {
		List<LockPage> pages = new ArrayList<>();
		String next = LockPage.FIRST;
		do {
			pages.add(session.scan(next, PAGE).toCompletableFuture().join());
			next = pages.get(pages.size() - 1).next();
		}
		while (!next.isEmpty());
		return pages;
	}

	private static List<String> keys(LockSession session) {
		return pages(session).stream().flatMap((page) -> page.keys().stream()).distinct().toList();
	}

	private static ThrowableAssertAlternative<?> assertRefused(LockSession session, String cursor) {
		return assertThat(session.scan(cursor, PAGE)).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.havingCause();
	}

	@Test
	void onlyRecordsUnderThePrefixAreListedAndAPageAtATime() {
		try (EmbeddedRedis server = EmbeddedRedis.start();
				RedisClient client = server.newClient();
				LockSession session = open(TestServers.of(server), "lock:")) {
			RedisCommands<String, String> admin = client.connect().sync();
			List<String> keys = IntStream.range(0, 100).mapToObj((i) -> "order " + i).toList();
			keys.forEach((key) -> acquire(session, key));
			session.listen("order 1").toCompletableFuture().join();
			admin.hset("lock:hash", "field", "mine");
			admin.set("other:1", "mine");
			assertThat(keys(session)).containsExactlyInAnyOrderElementsOf(keys);
			assertThat(pages(session)).hasSizeGreaterThan(5);
			assertThat(admin.info("commandstats")).contains("cmdstat_scan").doesNotContain("cmdstat_keys");
		}
	}

	@Test
	void aPrefixIsTakenLiterally() {
		String prefix = "a*b?[c]\\{d}:";
		try (EmbeddedRedis server = EmbeddedRedis.start();
				RedisClient client = server.newClient();
				LockSession session = open(TestServers.of(server), prefix);
				LockSession other = open(TestServers.of(server), "aXbYc\\{d}:")) {
			acquire(session, "mine");
			acquire(other, "other");
			assertThat(keys(session)).containsExactly("mine");
		}
	}

	@Test
	void aStoreThatIsEmptyHasOneEmptyPage() {
		try (EmbeddedRedis server = EmbeddedRedis.start();
				RedisClient client = server.newClient();
				LockSession session = open(TestServers.of(server), "lock:")) {
			assertThat(pages(session)).containsExactly(new LockPage(List.of(), ""));
		}
	}

	@Test
	void whoMayNotScanIsToldWhatIsNeeded() {
		try (EmbeddedRedis server = EmbeddedRedis.start(); RedisClient client = server.newClient()) {
			client.connect()
				.sync()
				.aclSetuser("locks",
						AclSetuserArgs.Builder.on()
							.addPassword("secret")
							.allKeys()
							.allChannels()
							.allCommands()
							.removeCommand(CommandType.SCAN));
			RedisURI uri = RedisURI.builder(server.uri()).withAuthentication("locks", "secret".toCharArray()).build();
			try (LockSession session = open(RedisServers.at(uri), "lock:")) {
				assertRefused(session, LockPage.FIRST).withMessageContaining("+scan");
			}
		}
	}

	@Test
	void aCursorOfAnotherStoreIsRefused() {
		try (LockSession session = open(TestServers.of(EmbeddedRedis.shared()), "lock:");
				LockSession cluster = open(TestServers.of(EmbeddedRedisCluster.shared()), "lock:")) {
			assertThatIllegalArgumentException().isThrownBy(() -> session.scan("order 7", PAGE))
				.withMessageContaining("'order 7' is not a cursor of this store");
			assertRefused(session, "order-7").withMessageContaining("'order-7' is not a cursor of this store");
			assertRefused(cluster, "7").withMessageContaining("'7' is not a cursor of this store");
		}
	}

	@Test
	void allNodesOfAClusterAreListedOneAfterTheOther() {
		try (LockSession session = open(TestServers.of(EmbeddedRedisCluster.shared()), "listed:")) {
			List<String> keys = IntStream.range(0, 60).mapToObj((i) -> "order:" + i).toList();
			keys.forEach((key) -> acquire(session, key));
			assertThat(keys(session)).containsExactlyInAnyOrderElementsOf(keys);
			assertThat(pages(session).stream().map((page) -> page.next().split("-")[0]).distinct()).hasSize(4);
			keys.forEach((key) -> session.release(key, 1).toCompletableFuture().join());
		}
	}

	@Test
	void aClusterWhoseNodesHaveChangedIsToBeListedAnew() {
		try (LockSession session = open(TestServers.of(EmbeddedRedisCluster.shared()), "lock:")) {
			assertRefused(session, "0123456789abcdef-17").withMessageContaining("changed while its locks were listed")
				.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isTrue());
		}
	}

	@Test
	void aServerThatKnowsNoTypesIsTooOld() {
		StoreException failure = RedisErrors.translate(new RedisCommandExecutionException("ERR syntax error"),
				"lock:*");
		assertThat(failure).hasMessageContaining("Redis 6 or later");
		assertThat(failure.isPassing()).isFalse();
	}

}
