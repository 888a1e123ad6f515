package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.LongStream;

import io.github.lockstarter.faults.proxy.Direction;
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
 * Tests for whether scripts take several locks. A proxy may send each script to the
 * server of its first key, and look like one server.
 */
class BehindProxyIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private static final int NONE_HAS_SO_MANY = 1000;

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final RedisClient redis = RedisClient.create(RedisURI.create("127.0.0.1", this.proxy.port()));

	private final LockSession session = new RedisLockStore(TestServers.at(this.proxy.port()), "lock:")
		.open(UUID.randomUUID().toString(), new Deaf());

	/** The keys of each script that has several. */
	private final Set<List<String>> severalKeys = new CopyOnWriteArraySet<>();

	/** The keys of scripts that have one, and ask for a lock. */
	private final Set<String> singleKeys = ConcurrentHashMap.newKeySet();

	@Test
	void noScriptTakesSeveralLocksIfOneQuestionForTheServerIsRefused() {
		this.proxy.refuse((command) -> keys(command) == 1 && command.words().get(3).equals("lock:7:server"));
		takeSeveral(1, 2, 3);
		assertThat(this.severalKeys).isEmpty();
	}

	@Test
	void theFirstScriptOnAConnectionTakesSeveralLocks() {
		this.proxy.refuse((command) -> keys(command) == NONE_HAS_SO_MANY);
		takeSeveral(1, 2, 3);
		assertThat(this.severalKeys).containsExactly(List.of("lock:1", "lock:2", "lock:3"));
	}

	@Test
	void aScriptTakesSeveralLocksAsSoonAsAServerHasAnswered() {
		this.proxy.refuse(this::holdsAnswersUntilLocksAreAskedFor);
		takeSeveral(1, 2);
		assertThat(this.severalKeys).isEmpty();
		takeSeveral(3, 4);
		assertThat(this.severalKeys).containsExactly(List.of("lock:3", "lock:4"));
	}

	/** The server's answers to the first questions arrive only after two acquisitions. */
	private boolean holdsAnswersUntilLocksAreAskedFor(RespFrame command) {
		if (keys(command) != 1) {
			return false;
		}
		String key = command.words().get(3);
		if (key.endsWith(":server")) {
			this.proxy.blackHole(Direction.REPLIES);
		}
		else if (this.singleKeys.add(key) && this.singleKeys.containsAll(Set.of("lock:1", "lock:2"))) {
			this.proxy.heal();
			this.proxy.refuse((later) -> keys(later) == NONE_HAS_SO_MANY);
		}
		return false;
	}

	private void takeSeveral(long... numbers) {
		List<AcquireRequest> requests = LongStream.of(numbers)
			.mapToObj((number) -> new AcquireRequest(Long.toString(number), number, LEASE,
					new Owner("shop", "one", "main"), Duration.ZERO))
			.toList();
		assertThat(this.session.acquireInOrder(requests)).extracting((answer) -> done(answer).state())
			.containsOnly(AcquisitionState.GRANTED);
	}

	/** How many keys a script has; -1 if the command is none. */
	private int keys(RespFrame command) {
		int keys = command.isScript() ? Integer.parseInt(command.words().get(2)) : -1;
		if (keys > 1) {
			this.severalKeys.add(command.words().subList(3, 3 + keys));
		}
		return keys;
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
