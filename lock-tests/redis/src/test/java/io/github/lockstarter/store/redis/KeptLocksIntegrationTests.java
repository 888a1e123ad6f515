package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the record of a lock that is kept from all after its release, and for what
 * becomes of it when a holder that must not be told of a loss is ended.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class KeptLocksIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private static final Duration KEPT = Duration.ofSeconds(8);

	private static final String RECORD = "lock:a";

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient redis = this.server.newClient();

	private final RedisCommands<String, String> admin = this.redis.connect().sync();

	private final String instance = UUID.randomUUID().toString();

	private final LockSession session = open(this.instance);

	private LockSession open(String name) {
		return new RedisLockStore(TestServers.of(this.server), "lock:").open(name, new Deaf());
	}

	private static AcquisitionState acquire(LockSession session, long sequence) {
		AcquireRequest request = new AcquireRequest("a", sequence, LEASE, new Owner("shop", "one", "main"),
				Duration.ZERO);
		return done(session.acquire(request)).state();
	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	private AcquisitionState keep(Duration time) {
		return done(this.session.release("a", 1, 0, time)).state();
	}

	private void keepAndForget(Duration time) {
		assertThat(done(this.session.releaseWithoutMark("a", 1, 0, time)).state()).isEqualTo(AcquisitionState.RELEASED);
	}

	private StoredRecord record() {
		return StoredRecord.of(this.admin, RECORD);
	}

	@Test
	void theOwnerIsNoAcquisitionAndTheRecordOutlastsTheTimeByItsRetention() {
		acquire(this.session, 1);
		assertThat(keep(KEPT)).isEqualTo(AcquisitionState.RELEASED);
		assertThat(record().owner()).isEqualTo(this.instance + ":0");
		assertThat(record().owners()).startsWith("shop");
		assertThat(this.admin.pttl(RECORD)).isBetween(10_000L, 13_000L);
	}

	@Test
	void itWorksAtFullMemory() {
		acquire(this.session, 1);
		this.admin.configSet("maxmemory", "1");
		assertThat(keep(KEPT)).isEqualTo(AcquisitionState.RELEASED);
		assertThat(done(this.session.forceRelease("a"))).isTrue();
		assertThat(record().owner()).isEmpty();
	}

	@Test
	void itsEndLeavesNoMarkOfALoss() {
		acquire(this.session, 1);
		keepAndForget(Duration.ofMillis(100));
		try (LockSession other = open("other")) {
			await().until(() -> acquire(other, 1) == AcquisitionState.GRANTED);
		}
		assertThat(record().finished()).isEmpty();
	}

	@Test
	void whoRepeatsItWhenItsMarkIsForgottenKeepsTheLockNoLonger() {
		acquire(this.session, 1);
		keepAndForget(KEPT);
		StoreAnswer repeated = done(this.session.release("a", 1, 0, LEASE));
		assertThat(repeated.state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(repeated.remaining()).isLessThanOrEqualTo(KEPT);
		assertThat(done(this.session.inspect("a")).hold()).isNotNull()
			.satisfies((hold) -> assertThat(hold.remaining()).isLessThanOrEqualTo(KEPT));
	}

	@Test
	void lessThanAMillisecondKeepsNothing() {
		acquire(this.session, 1);
		assertThat(keep(Duration.ofNanos(900_000))).isEqualTo(AcquisitionState.RELEASED);
		assertThat(record().owner()).isEmpty();
		assertThat(acquire(this.session, 2)).isEqualTo(AcquisitionState.GRANTED);
	}

	@AfterEach
	void close() {
		this.session.close();
		this.redis.shutdown();
		this.server.close();
	}

}
