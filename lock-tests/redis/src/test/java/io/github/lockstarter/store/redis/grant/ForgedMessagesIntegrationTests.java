package io.github.lockstarter.store.redis.grant;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for an account on the same Redis that may use all channels, as each new user of
 * Redis 6.2, and none of the keys of the locks, nor the commands of operators: it can
 * delay a lock, and nothing else.
 */
class ForgedMessagesIntegrationTests {

	private static final Duration AMPLY = Duration.ofMinutes(1);

	/** Written once, it would shut out all later holders of a fenced row. */
	private static final long FAR_AHEAD = 9_000_000_000_000_000L;

	private static final int TRIES = 20;

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient redis = this.server.newClient();

	private final CloseableLockClient one = client();

	private final CloseableLockClient two = client();

	private final Queue<String> heard = new ConcurrentLinkedQueue<>();

	private RedisClient tenant;

	private RedisCommands<String, String> attacker;

	private CloseableLockClient client() {
		return new LockClientBuilder(new RedisLockStore(TestServers.of(this.server), "lock:")).build();
	}

	@BeforeEach
	void intrude() {
		this.redis.connect()
			.sync()
			.aclSetuser("tenant",
					AclSetuserArgs.Builder.on()
						.addPassword("tenant")
						.keyPattern("other:*")
						.allChannels()
						.allCommands()
						.removeCategory(AclCategory.ADMIN)
						.removeCategory(AclCategory.DANGEROUS));
		this.tenant = RedisClient
			.create(RedisURI.builder(this.server.uri()).withAuthentication("tenant", "tenant".toCharArray()).build());
		this.attacker = this.tenant.connect().sync();
		StatefulRedisPubSubConnection<String, String> ears = this.tenant.connectPubSub();
		ears.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String pattern, String channel, String message) {
				ForgedMessagesIntegrationTests.this.heard.add(channel + " " + message);
			}

		});
		ears.sync().psubscribe("lock:grants:*");
	}

	private CompletableFuture<LockHandle> waiting(CloseableLockClient client, String key) {
		CompletableFuture<LockHandle> waiting = client.lock(key).waitTime(AMPLY).acquireAsync().toCompletableFuture();
		await().until(() -> client.inspect(key).waiters() == 1);
		return waiting;
	}

	/** Whose channel it is, the number of the grant, its deadline, time and server. */
	private String[] hearAHandOver() {
		LockHandle held = this.one.lock("any").acquire();
		CompletableFuture<LockHandle> next = waiting(this.two, "any");
		held.close();
		next.join().close();
		await().until(() -> this.heard.stream().anyMatch((message) -> message.endsWith(" lock:any")));
		return this.heard.stream()
			.filter((message) -> message.endsWith(" lock:any"))
			.findFirst()
			.orElseThrow()
			.split(" ");
	}

	@Test
	void hasNoRightToTheLocks() {
		assertThatExceptionOfType(RedisCommandExecutionException.class)
			.isThrownBy(() -> this.attacker.get("lock:account"))
			.withMessageContaining("NOPERM");
		assertThatExceptionOfType(RedisCommandExecutionException.class).isThrownBy(() -> this.attacker.slowlogGet())
			.withMessageContaining("NOPERM");
	}

	@Test
	void letsNobodyInAndChoosesNoToken() {
		String[] grant = hearAHandOver();
		try (LockHandle held = this.one.lock("account").acquire()) {
			CompletableFuture<LockHandle> next = waiting(this.two, "account");
			long number = Long.parseLong(grant[1]);
			long now = Long.parseLong(this.attacker.time().get(0));
			for (int i = 0; i < TRIES; i++) {
				for (long token : new long[] { FAR_AHEAD, now * 1_000_000 }) {
					this.attacker.publish(grant[0], "%d %d %d %d000000 %s - lock:account".formatted(number + i, token,
							(now + 60) * 1000, now, grant[5]));
				}
			}
			await().during(Duration.ofSeconds(1)).until(() -> !next.isDone());
			assertThat(held.isValid()).isTrue();
			held.close();
			try (LockHandle second = next.join()) {
				assertThat(second.fencingToken()).isGreaterThan(held.fencingToken()).isLessThan(FAR_AHEAD);
			}
		}
	}

	@Test
	void revokesNothing() {
		String[] grant = hearAHandOver();
		try (LockHandle held = this.two.lock("account").acquire()) {
			for (int i = 0; i < TRIES; i++) {
				this.attacker.publish(grant[0], "revoked " + (Long.parseLong(grant[1]) + i) + " lock:account");
			}
			await().during(Duration.ofSeconds(1)).until(() -> !held.isLost() && held.isValid());
		}
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.tenant.shutdown();
		this.redis.shutdown();
		this.server.close();
	}

}
