package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for waiters that ask again together, while one of them gets its lock and gives it
 * back: the request by itself that follows then comes late.
 */
class AskedTogetherIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private static final Duration KEPT = Duration.ofSeconds(10);

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient redis = this.server.newClient();

	private final LockSession session = open("waiter");

	private final LockSession other = open("holder");

	private LockSession open(String name) {
		return new RedisLockStore(TestServers.of(this.server), "lock:").open(name, new Deaf());
	}

	private static AcquireRequest request(String key, long sequence, Duration placeTimeout) {
		return new AcquireRequest(key, sequence, LEASE, new Owner("shop", "one", "main"), placeTimeout);
	}

	private static StoreAnswer done(CompletionStage<StoreAnswer> stage) {
		return stage.toCompletableFuture().join();
	}

	private AcquireRequest queued(String key, long sequence) {
		AcquireRequest request = request(key, sequence, KEPT);
		done(this.other.acquire(request(key, sequence, Duration.ZERO)));
		assertThat(done(this.session.acquire(request)).state()).isEqualTo(AcquisitionState.QUEUED);
		return request;
	}

	@Test
	void whatWasGrantedAndReleasedMeanwhileIsNotTakenAgain() {
		List<AcquireRequest> both = List.of(queued("a", 1), queued("b", 2));
		done(this.other.release("a", 1));
		this.server.pause();
		List<CompletionStage<StoreAnswer>> answers = this.session.acquire(both);
		CompletionStage<StoreAnswer> released = this.session.releaseWithoutMark("a", 1, 0, Duration.ZERO);
		this.server.resume();
		assertThat(done(released).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(done(answers.get(0)).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(done(answers.get(1)).state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.session.inspect("a").toCompletableFuture().join().hold()).isNull();
	}

	@AfterEach
	void close() {
		this.session.close();
		this.other.close();
		this.redis.shutdown();
		this.server.close();
	}

}
