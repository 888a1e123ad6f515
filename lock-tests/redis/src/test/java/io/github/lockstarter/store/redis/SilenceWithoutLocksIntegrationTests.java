package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.lockstarter.faults.proxy.ProxiedCluster;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for connections that fall silent while an instance uses no lock: whatever else is
 * asked notices it.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class SilenceWithoutLocksIntegrationTests {

	/** The application gives up a command after a minute. */
	private static final Duration SOON = Duration.ofSeconds(30);

	@Test
	void healthAndListAreBack() {
		try (EmbeddedRedis server = EmbeddedRedis.start();
				RespProxy proxy = new RespProxy(server.port());
				LockSession one = session(TestServers.at(proxy.port()));
				LockSession two = session(TestServers.at(proxy.port()))) {
			assertBack(proxy, () -> {
				CompletionStage<?> list = two.scan(LockPage.FIRST, 10);
				return one.condition().thenCombine(list, (condition, page) -> page);
			});
		}
	}

	@Test
	void theHealthOfAClusterIsBack() {
		try (ProxiedCluster cluster = new ProxiedCluster();
				LockSession session = session(TestServers.of(cluster.target()))) {
			assertBack(cluster.proxy(cluster.cluster().nodes().get(1)), session::condition);
		}
	}

	@Test
	void theHealthOfAClusterIsBackAlthoughAnAttemptToConnectWasNotAnswered() {
		try (ProxiedCluster cluster = new ProxiedCluster();
				LockSession session = session(TestServers.of(cluster.target()))) {
			RespProxy proxy = cluster.proxy(cluster.cluster().nodes().get(1));
			await().atMost(SOON).until(() -> isAnswered(session::condition));
			proxy.strandNext(1);
			proxy.reset();
			await().atMost(SOON).until(() -> {
				isAnswered(session::condition);
				return proxy.stranded() == 1;
			});
			await().atMost(SOON).until(() -> isAnswered(session::condition));
		}
	}

	private static LockSession session(RedisServers servers) {
		return new RedisLockStore(servers, "lock:").open("one", new Deaf());
	}

	private static void assertBack(RespProxy proxy, Supplier<CompletionStage<?>> question) {
		await().atMost(SOON).until(() -> isAnswered(question));
		proxy.strand();
		assertThat(isAnswered(question)).isFalse();
		await().atMost(SOON).until(() -> isAnswered(question));
	}

	private static boolean isAnswered(Supplier<CompletionStage<?>> question) {
		return question.get()
			.toCompletableFuture()
			.orTimeout(1, TimeUnit.SECONDS)
			.handle((answer, failure) -> failure == null)
			.join();
	}

}
