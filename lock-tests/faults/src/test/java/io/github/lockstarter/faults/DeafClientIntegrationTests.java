package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A client whose commands are answered, and which hears nothing that Redis publishes. The
 * applications have the time-outs of Spring Boot, and the default lease.
 */
@Full
class DeafClientIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final Duration TURN = Duration.ofMillis(50);

	private static final Duration LONG = Duration.ofSeconds(10);

	/** A second until the re-check, and the way to Redis and back. */
	private static final Duration GOAL = Duration.ofMillis(1100);

	private final String key = "deaf:" + UUID.randomUUID();

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RespProxy proxy = new RespProxy(this.server.port());

	private final BootClient proxied = BootClient.of(this.proxy.port());

	private final BootClient direct = BootClient.of(this.server.port());

	private final LockClient far = this.proxied.client();

	private final LockClient near = this.direct.client();

	private final CountDownLatch end = new CountDownLatch(1);

	/**
	 * Take the lock in turns until the end, and note when. On a busy machine a grant may
	 * be claimed too late.
	 */
	private CompletableFuture<Void> takeTurns(LockClient client, List<Long> holds) {
		CompletableFuture<Void> ended = new CompletableFuture<>();
		new Thread(() -> {
			try {
				while (client.lock(this.key).waitTime(LEASE).onLoss(LossPolicy.REPORT).call(() -> {
					holds.add(System.nanoTime());
					return !this.end.await(TURN.toMillis(), TimeUnit.MILLISECONDS);
				})) {
					Thread.onSpinWait();
				}
				ended.complete(null);
			}
			catch (InterruptedException | RuntimeException ex) {
				ended.completeExceptionally(ex);
			}
		}).start();
		return ended;
	}

	@Test
	void itKeepsItsShareOfALockWithShortTurns() {
		List<Long> holds = new CopyOnWriteArrayList<>();
		List<Long> rivals = new CopyOnWriteArrayList<>();
		CompletableFuture<Void> deaf = takeTurns(this.far, holds);
		CompletableFuture<Void> rival = takeTurns(this.near, rivals);
		await().until(() -> holds.size() > 3 && rivals.size() > 3 && this.proxy.hasSubscribers());
		this.proxy.strandSubscribers();
		assertThat(this.proxy.stranded()).isEqualTo(1);
		int before = holds.size();
		StallProofTime.pass(LONG);
		assertThat(holds.size() - before).as("holds in ten seconds").isGreaterThanOrEqualTo(5);
		assertThat(this.proxy.stranded()).isZero();
		this.end.countDown();
		StallProofTime.awaitSuccessWithin(LONG, deaf);
		StallProofTime.awaitSuccessWithin(LONG, rival);
	}

	@Test
	void itGetsItsTurnWhileItsSubscriptionsAreNotAnswered() {
		this.proxy.swallow((command) -> command.command().equals("SUBSCRIBE"));
		LockHandle held = this.near.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = queue();
		measure("a SUBSCRIBE is not answered", held, waiting);
	}

	@Test
	void itGetsTheTurnOfWhichItDoesNotHear() {
		LockHandle held = this.near.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = queue();
		await().until(() -> {
			this.proxy.strandSubscribers();
			return this.proxy.stranded() == 1;
		});
		measure("a subscription is deaf", held, waiting);
	}

	private CompletableFuture<LockHandle> queue() {
		CompletableFuture<LockHandle> waiting = this.far.lock(this.key)
			.waitTime(LEASE)
			.acquireAsync()
			.toCompletableFuture();
		await().until(() -> this.near.lock(this.key).inspect().waiters() == 1);
		return waiting;
	}

	private static void measure(String harm, LockHandle held, CompletableFuture<LockHandle> waiting) {
		long releasedAt = System.nanoTime();
		CompletableFuture<Duration> time = waiting.thenApply((granted) -> {
			Duration since = Duration.ofNanos(System.nanoTime() - releasedAt);
			granted.closeAsync();
			return since;
		});
		held.close();
		StallProofTime.awaitSuccessWithin(LONG, time);
		RecoveryTimes.compare(harm, GOAL, List.of(time.join()));
	}

	@AfterEach
	void leavesNothingBehind() {
		this.end.countDown();
		try {
			await().until(() -> this.near.lock(this.key).inspect(), (info) -> !info.held() && info.waiters() == 0);
		}
		finally {
			this.proxied.close();
			this.direct.close();
			this.proxy.close();
			this.server.close();
		}
	}

}
