package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RedisTarget;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

/**
 * Connections that stay open and answer nothing, as those to a host that was lost without
 * a word, and a Redis that answers nothing for so long that it looks the same.
 */
@Full
class SilentConnectionIntegrationTests {

	/** Renewed after a third; with no renewal afterwards it would be lost. */
	private static final Duration LEASE = Duration.ofSeconds(18);

	private static final Duration SILENCE = Duration.ofSeconds(5);

	private static final Duration SOON = Duration.ofSeconds(4);

	private final String key = "silent:" + UUID.randomUUID();

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final DefaultLockClient client = ChildLocks
		.client(RedisTarget.at(RedisURI.create("127.0.0.1", this.proxy.port())), LEASE);

	private final DefaultLockClient other = ChildLocks.client(this.server.target(), LEASE);

	@Test
	void silentConnectionsAreReplacedAndCostNoLock() {
		LockHandle held = this.client.lock(this.key).acquire();
		String wanted = this.key + ":wanted";
		LockHandle other = this.other.lock(wanted).acquire();
		CompletableFuture<LockHandle> waiting = this.client.lock(wanted)
			.waitTime(LEASE.multipliedBy(2))
			.acquireAsync()
			.toCompletableFuture();
		await().until(() -> this.other.lock(wanted).inspect().waiters() == 1);
		// on a busy machine, there may be a late attempt to connect as well
		assertThat(this.proxy.connections()).as("connections, one for commands and one for grants")
			.isGreaterThanOrEqualTo(2);
		this.proxy.strand();
		StallProofTime.awaitWithin(SILENCE.multipliedBy(2), () -> this.proxy.stranded() == 0);
		await().until(() -> this.other.lock(wanted).inspect().waiters() == 1);
		other.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
		StallProofTime.pass(LEASE.minus(SILENCE));
		assertThat(held.isValid()).isTrue();
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	@Test
	void silentConnectionsAreReplacedWhileTheTimerOfTheJdkIsBlocked() {
		CountDownLatch end = new CountDownLatch(1);
		CountDownLatch blocked = new CountDownLatch(1);
		CompletableFuture.delayedExecutor(0, TimeUnit.NANOSECONDS, Runnable::run).execute(() -> {
			blocked.countDown();
			assertThatNoException().isThrownBy(end::await);
		});
		assertThatNoException().isThrownBy(blocked::await);
		try (LockHandle held = this.client.lock(this.key).acquire()) {
			this.proxy.strand();
			StallProofTime.awaitWithin(LEASE, () -> this.proxy.stranded() == 0);
			assertThat(held.isValid()).isTrue();
		}
		finally {
			end.countDown();
		}
	}

	@Test
	void aRedisThatStallsForLongerIsUsedAgainAsSoonAsItGoesOn() {
		this.client.lock(this.key).acquire().close();
		this.server.pause();
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key)
			.waitTime(Duration.ofSeconds(40))
			.acquireAsync()
			.toCompletableFuture();
		StallProofTime.pass(SILENCE.plusSeconds(1));
		assertThat(waiting).isNotDone();
		this.server.resume();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			await().until(() -> this.client.lock(this.key).inspect(), (info) -> !info.held() && info.waiters() == 0);
		}
		finally {
			this.client.close();
			this.other.close();
			this.proxy.close();
			this.server.close();
		}
	}

}
