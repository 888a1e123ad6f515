package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.github.lockstarter.faults.proxy.RespFrame;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a proxy that sends each script to the server of its first key, and refuses a
 * script without a key. It looks like one server.
 */
class BehindProxyIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final RedisClient redis = RedisClient.create(RedisURI.create("127.0.0.1", this.proxy.port()));

	private final LockSession session = new RedisLockStore(() -> this.redis, "lock:").open(UUID.randomUUID().toString(),
			new Deaf());

	private final List<String> severalKeys = new CopyOnWriteArrayList<>();

	@Test
	void noScriptTakesSeveralLocks() {
		this.proxy.refuse(this::isRefused);
		done(this.session.warmUp());
		List<AcquireRequest> requests = Stream.of(Map.entry("a", 1L), Map.entry("b", 2L), Map.entry("c", 3L))
			.map((each) -> new AcquireRequest(each.getKey(), each.getValue(), LEASE, new Owner("shop", "one", "main"),
					Duration.ZERO))
			.toList();
		assertThat(this.session.acquireInOrder(requests)).extracting((answer) -> done(answer).state())
			.containsOnly(AcquisitionState.GRANTED);
		assertThat(this.severalKeys).isEmpty();
	}

	private boolean isRefused(RespFrame command) {
		if (!command.isScript()) {
			return false;
		}
		int keys = Integer.parseInt(command.words().get(2));
		if (keys > 1) {
			this.severalKeys.add(String.join(" ", command.words()));
		}
		return keys == 0;
	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	@AfterEach
	void close() {
		this.session.close();
		this.redis.shutdown();
		this.proxy.close();
		this.server.close();
	}

}
