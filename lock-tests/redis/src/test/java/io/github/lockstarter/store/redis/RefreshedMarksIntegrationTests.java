package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a release that finds its acquisition finished: the record remembers that from
 * then on, for a request that was sent before the release may still come.
 */
class RefreshedMarksIntegrationTests {

	/** No clock has come so far. */
	private static final long FAR_AHEAD = 9_000_000_000_000L;

	private final RedisClient redis = EmbeddedRedis.shared().newClient();

	private final RedisCommands<String, String> admin = this.redis.connect().sync();

	private final String instance = UUID.randomUUID().toString();

	private final LockSession session = new RedisLockStore(TestServers.of(EmbeddedRedis.shared()), "lock:")
		.open(this.instance, new Deaf());

	private final String key = "marked:" + UUID.randomUUID();

	private void mark(String how) {
		this.admin.set("lock:" + this.key,
				"lock/4+  0000000000000001 000000000000 0\n\n " + this.instance + ":" + how + FAR_AHEAD + "\n\n\n\n");
	}

	private AcquisitionState release(long sequence) {
		return this.session.release(this.key, sequence).toCompletableFuture().join().state();
	}

	private void assertMarkedNow(String how) {
		String mark = " " + this.instance + ":" + how;
		assertThat(StoredRecord.of(this.admin, "lock:" + this.key).finished()).startsWith(mark)
			.satisfies(
					(finished) -> assertThat(Long.parseLong(finished.substring(mark.length()))).isLessThan(FAR_AHEAD));
	}

	@Test
	void aLossIsRememberedFromItsReleaseOn() {
		mark("1l");
		assertThat(release(1)).isEqualTo(AcquisitionState.LOST);
		assertMarkedNow("1l");
	}

	@Test
	void aLaterAcquisitionIsRememberedFromTheReleaseOfAnEarlierOneOn() {
		mark("2r");
		assertThat(release(1)).isEqualTo(AcquisitionState.UNKNOWN);
		assertMarkedNow("2r");
	}

	@Test
	void aReleaseThatNothingCanComeAfterChangesNothing() {
		mark("1l");
		assertThat(this.session.releaseWithoutMark(this.key, 1, 0, Duration.ZERO).toCompletableFuture().join().state())
			.isEqualTo(AcquisitionState.LOST);
		assertThat(StoredRecord.of(this.admin, "lock:" + this.key).finished()).endsWith("l" + FAR_AHEAD);
	}

	@AfterEach
	void close() {
		this.admin.del("lock:" + this.key);
		this.session.close();
		this.redis.shutdown();
	}

}
