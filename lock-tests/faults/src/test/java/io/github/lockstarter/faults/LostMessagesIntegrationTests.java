package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInfo.Holder;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.proxy.Direction;
import io.github.lockstarter.faults.proxy.RespFrame;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.RedisTarget;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Commands that Redis executed and whose reply got lost with the connection, and grants
 * that got lost on their own.
 */
class LostMessagesIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(8);

	private static final Duration LONG_LEASE = Duration.ofSeconds(60);

	private static final Duration SOON = LONG_LEASE.dividedBy(3);

	private final String key = "lost-reply:" + UUID.randomUUID();

	private final RespProxy proxy = new RespProxy(EmbeddedRedis.shared().port());

	private final DefaultLockClient client = ChildLocks
		.client(RedisTarget.at(RedisURI.create("127.0.0.1", this.proxy.port())), LEASE);

	private final DefaultLockClient other = ChildLocks.client(EmbeddedRedis.shared().target(), LEASE);

	@BeforeEach
	void letTheServerKnowTheScripts() {
		this.client.lock(this.key).acquire().close();
		try (LockHandle held = this.other.lock(this.key).acquire()) {
			held.extend(LEASE);
		}
	}

	private LockSpec lock(LockKind kind) {
		LockSpec lock = this.client.lock(this.key).leaseTime(LONG_LEASE);
		return switch (kind) {
			case MUTEX -> lock;
			case READ -> lock.read();
			case SEMAPHORE -> lock.permits(permits(kind), 3);
		};
	}

	private static int permits(LockKind kind) {
		return switch (kind) {
			case MUTEX -> 0;
			case READ -> 1;
			case SEMAPHORE -> 2;
		};
	}

	private CompletableFuture<Void> loseReply() {
		return this.proxy.loseReply(1, RespFrame::isScript);
	}

	private LockInfo.Holder holder() {
		return this.other.lock(this.key).inspect().holder();
	}

	@ParameterizedTest
	@EnumSource
	void aLockWhoseGrantGotLostIsTheSameGrantWhenItIsAskedForAgain(LockKind kind) {
		CompletableFuture<Void> lost = loseReply();
		try (LockHandle held = lock(kind).acquire()) {
			assertThat(lost).isCompleted();
			assertThat(held.isValid()).isTrue();
			assertThat(holder().fencingToken()).isEqualTo((kind == LockKind.MUTEX) ? held.fencingToken() : 0);
			List<Holder> holders = this.other.lock(this.key).inspect().holders();
			assertThat(holders).extracting(Holder::permits).containsExactly(permits(kind));
		}
	}

	@Test
	void aGrantWhoseCallerGaveUpMeanwhileIsReleased() {
		this.proxy.blackHole(Direction.REPLIES);
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key)
			.leaseTime(LONG_LEASE)
			.waitTime(Duration.ofSeconds(2))
			.acquireAsync()
			.toCompletableFuture();
		await().pollInterval(Duration.ofMillis(5)).until(() -> holder() != null);
		assertThat(waiting).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(LockUnavailableException.class);
		assertThat(this.other.lock(this.key).tryAcquire(SOON)).isPresent().hasValueSatisfying(LockHandle::close);
		this.proxy.reset();
		this.proxy.heal();
	}

	@Test
	void aRenewalWhoseReplyGotLostIsNoLoss() {
		try (LockHandle held = this.client.lock(this.key).acquire()) {
			loseReply().join();
			StallProofTime.pass(LEASE.plusSeconds(1));
			assertThat(held.isValid()).isTrue();
			assertThat(this.other.lock(this.key).tryAcquire()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aReleaseWhoseReplyGotLostIsNoLossAndFreesTheLock(LockKind kind) {
		LockHandle held = lock(kind).acquire();
		CompletableFuture<Void> lost = loseReply();
		held.close();
		lost.join();
		assertThat(held.isLost()).isFalse();
		assertThat(this.other.lock(this.key).tryAcquire(SOON)).isPresent().hasValueSatisfying(LockHandle::close);
	}

	@ParameterizedTest
	@EnumSource
	void aReleaseThatIsRepeatedDoesNotFreeTheNextHold(LockKind kind) {
		LockHandle first = lock(kind).acquire();
		CompletableFuture<Void> lost = loseReply();
		first.close();
		lost.join();
		try (LockHandle second = lock(kind).acquire()) {
			StallProofTime.pass(LEASE.dividedBy(2));
			assertThat(second.isValid()).isTrue();
			assertThat(holder().fencingToken()).isEqualTo((kind == LockKind.MUTEX) ? second.fencingToken() : 0);
			assertThat(this.other.lock(this.key).tryAcquire()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aReleaseThatGotLostOnItsWayIsRepeated(LockKind kind) {
		LockHandle held = lock(kind).acquire();
		this.proxy.blackHole(Direction.REQUESTS);
		CompletableFuture<Void> released = held.closeAsync().toCompletableFuture();
		assertThat(this.other.lock(this.key).tryAcquire()).isEmpty();
		this.proxy.reset();
		this.proxy.heal();
		assertThat(this.other.lock(this.key).tryAcquire(SOON)).isPresent().hasValueSatisfying(LockHandle::close);
		assertThat(held.isLost()).isFalse();
		assertThat(released).succeedsWithin(SOON);
	}

	@Test
	void aWaiterWhosePlaceWasNotConfirmedIsGrantedTheLockOnce() {
		LockHandle held = this.other.lock(this.key).acquire();
		CompletableFuture<Void> lost = loseReply();
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key).acquireAsync().toCompletableFuture();
		lost.join();
		await().until(() -> this.other.lock(this.key).inspect().waiters() == 1);
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		assertThat(holder().fencingToken()).isEqualTo(waiting.join().fencingToken());
		waiting.join().close();
	}

	@Test
	void aWaiterWhoseGrantGotLostAsksWithinAboutASecond() {
		LockHandle held = this.other.lock(this.key).leaseTime(LONG_LEASE).acquire();
		CompletableFuture<LockHandle> waiting = this.client.lock(this.key).acquireAsync().toCompletableFuture();
		await().until(() -> this.other.lock(this.key).inspect().waiters() == 1);
		this.proxy.dropMessages(1);
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			await().until(() -> this.other.lock(this.key).inspect(), (info) -> !info.held() && info.waiters() == 0);
		}
		finally {
			this.client.close();
			this.other.close();
			this.proxy.close();
		}
	}

}
