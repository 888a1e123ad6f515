package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A holder that is killed with its JVM.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class KilledHolderIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration RECHECK = Duration.ofSeconds(2);

	/**
	 * What PTTL says of a key that never expires; one that is gone has another number.
	 */
	private static final long WITHOUT_AN_END = -1;

	private final String key = "killed:" + UUID.randomUUID();

	private final RedisClient redis = EmbeddedRedis.shared().newClient();

	private final DefaultLockClient client = ChildLocks.client(EmbeddedRedis.shared().target(), LEASE);

	private ChildJvm child(String mode) {
		return ChildArchive.start(LoopingChild.class, EmbeddedRedis.shared().port(), this.key, LEASE.toMillis(), mode);
	}

	private LockHandle acquireWithin(Duration limit) {
		long startedAt = StallProofTime.nanoTime();
		LockHandle held = this.client.lock(this.key).acquire();
		assertThat(StallProofTime.since(startedAt)).isLessThan(limit);
		return held;
	}

	@Test
	void aHolderKilledWithItsJvmBlocksOthersNoLongerThanItsLease() {
		try (ChildJvm holder = child("hold")) {
			long token = Long.parseLong(holder.await("HELD"));
			assertThat(this.client.lock(this.key).tryAcquire()).isEmpty();
			holder.kill();
			LockHandle next = acquireWithin(LEASE.plus(RECHECK));
			assertThat(next.fencingToken()).isGreaterThan(token);
			next.close();
		}
	}

	@RepeatedTest(5)
	void aHolderKilledBetweenTakingAndExpiringLeavesNoLockWithoutAnEnd() {
		List<ChildJvm> holders = List.of(child("loop"), child("loop"));
		try {
			holders.forEach((holder) -> holder.await("HELD"));
			holders.forEach(ChildJvm::kill);
			RedisCommands<String, String> commands = this.redis.connect().sync();
			assertThat(commands.pttl("lock:" + this.key)).as("time to live").isNotEqualTo(WITHOUT_AN_END);
			acquireWithin(LEASE.plus(RECHECK.multipliedBy(2))).close();
		}
		finally {
			holders.forEach(ChildJvm::close);
		}
	}

	@AfterEach
	void close() {
		this.client.close();
		this.redis.shutdown();
	}

}
