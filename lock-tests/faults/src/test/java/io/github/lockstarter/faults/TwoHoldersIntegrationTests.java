package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.Full;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for how long a planned failover leaves a lock with two holders, both of whom are
 * told that theirs is valid. A client takes one lock after the other meanwhile, and keeps
 * them. Another takes them from the new primary as soon as a sentinel names it.
 */
@Full
class TwoHoldersIntegrationTests {

	/** Sentinel demotes a former primary after some ten seconds. */
	private static final Duration DEMOTED = Duration.ofSeconds(60);

	/** Well below that, and generous for a busy machine. */
	private static final Duration SHORT = Duration.ofSeconds(2);

	/** Of more than a hundred that are taken until sentinels name the new primary. */
	private static final int IN_A_MOMENT = 3;

	private final List<Runnable> closing = new ArrayList<>();

	@Test
	void thereAreOnlyInTheMomentOfThePromotionIfTheFormerPrimaryRequiresAllItsReplicasMeanwhile() {
		assertAreOnlyInTheMomentOfThePromotion(overlaps(2, 1, 2));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	@Tag("topologies")
	void thereAreOnlyInTheMomentOfThePromotionIfEachPrimaryRequiresAllReplicas(int replicas) {
		assertAreOnlyInTheMomentOfThePromotion(overlaps(replicas, replicas, replicas));
	}

	/** Replication is asynchronous, and on a busy machine the moment is a long one. */
	private static void assertAreOnlyInTheMomentOfThePromotion(List<Duration> overlaps) {
		assertThat(overlaps).hasSizeLessThanOrEqualTo(IN_A_MOMENT)
			.allSatisfy((overlap) -> assertThat(overlap).isLessThan(SHORT));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	@Tag("topologies")
	void thereAreOnlyForShortIfThePrimaryRequiresFewer(int required) {
		assertThat(overlaps(2, required, required)).allSatisfy((overlap) -> assertThat(overlap).isLessThan(SHORT));
	}

	/**
	 * For how long there were two, lock by lock.
	 * @param required by each primary
	 * @param meanwhile required by the former primary when the failover begins
	 */
	private List<Duration> overlaps(int replicas, int required, int meanwhile) {
		EmbeddedRedisSentinel redis = EmbeddedRedisSentinel.start(replicas, Duration.ofSeconds(10),
				"--min-replicas-to-write", "" + required);
		this.closing.add(redis::close);
		EmbeddedRedis former = redis.primary();
		BootClient application = BootClient.of(redis);
		this.closing.add(0, application::close);
		LockClient client = application.client();
		client.lock("before").acquire().close();
		List<LockClient> direct = redis.servers().stream().map(this::direct).toList();
		require(former, meanwhile);
		try (LockTaker taker = new LockTaker(client)) {
			await().until(() -> taker.count() > 0);
			redis.failOver();
			await().pollInterval(Duration.ofMillis(5)).until(() -> redis.primary() != former);
			taker.takenOverBy(direct.get(redis.servers().indexOf(redis.primary())));
			redis.awaitOtherPrimary(former);
			int before = taker.count();
			await().atMost(DEMOTED).until(() -> taker.count() > before);
			return taker.overlaps();
		}
	}

	private static void require(EmbeddedRedis primary, int replicas) {
		try (RedisClient admin = primary.newClient()) {
			admin.connect().sync().configSet("min-replicas-to-write", "" + replicas);
		}
	}

	private LockClient direct(EmbeddedRedis server) {
		BootClient application = BootClient.of(server.port());
		this.closing.add(0, application::close);
		return application.client();
	}

	@AfterEach
	void close() {
		this.closing.forEach(Runnable::run);
	}

}
