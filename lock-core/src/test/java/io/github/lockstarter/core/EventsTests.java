package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockAcquiredEvent;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockRefusedEvent;
import io.github.lockstarter.LockReleasedAfterLossEvent;
import io.github.lockstarter.LockReleasedByForceEvent;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what is told of locks.
 */
class EventsTests {

	private final List<LockEvent> events = new CopyOnWriteArrayList<>();

	private final List<LockEvent> atOnce = new CopyOnWriteArrayList<>();

	private final List<String> releases = new CopyOnWriteArrayList<>();

	private final CountDownLatch blocked = new CountDownLatch(1);

	private volatile boolean blocking;

	private volatile boolean failing;

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
			new LockClientOptions(null, new LocalHandover(1, Duration.ofMinutes(1))),
			new DefaultLockClient.Observers(this::onEvent,
					Instrumentations.of(List.of(new Failing(), new Recording()))),
			new StallProofPlatform());

	private void onEvent(LockEvent event) {
		this.events.add(event);
		if (this.blocking) {
			try {
				this.blocked.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		if (this.failing) {
			throw new IllegalStateException("a listener that fails");
		}
	}

	@AfterEach
	void leavesNothingBehind() {
		this.blocked.countDown();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void tellsOfAnAcquisitionOnceHoweverOftenItIsEntered() {
		LockHandle held = this.client.lock("key").name("orders").acquire();
		this.client.lock("key").name("orders").acquire().close();
		held.close();
		LockEvent event = new LockAcquiredEvent("orders", "key", LockKind.MUTEX, held.fencingToken(),
				((LockAcquiredEvent) this.atOnce.get(0)).waited(), false);
		assertThat(this.atOnce).containsExactly(event);
		assertThat(this.releases).containsExactly("orders");
		await().untilAsserted(() -> assertThat(this.events).containsExactly(event));
	}

	@Test
	void tellsOfEachKeyOfALock() {
		this.client.lock(List.of("a", "b")).acquire().close();
		assertThat(this.atOnce).extracting(LockEvent::key).containsExactly("a", "b");
		assertThat(this.releases).hasSize(2);
	}

	@Test
	void tellsOfWhatKindALockIs() {
		try (LockHandle reader = this.client.lock("key").read().acquire().detach()) {
			assertThat(this.client.lock("key").permits(1, 1).tryAcquire()).isEmpty();
			assertThat(reader.isValid()).isTrue();
		}
		LockHandle permits = this.client.lock("key")
			.permits(1, 2)
			.leaseTime(Duration.ofMillis(100))
			.autoRenew(false)
			.acquire();
		await().until(() -> permits.isLost() && this.atOnce.size() == 4);
		permits.close();
		assertThat(this.atOnce).extracting(Object::getClass, LockEvent::kind)
			.containsExactly(tuple(LockAcquiredEvent.class, LockKind.READ),
					tuple(LockRefusedEvent.class, LockKind.SEMAPHORE),
					tuple(LockAcquiredEvent.class, LockKind.SEMAPHORE), tuple(LockLostEvent.class, LockKind.SEMAPHORE),
					tuple(LockReleasedAfterLossEvent.class, LockKind.SEMAPHORE));
	}

	@Test
	void tellsWhetherALockWasPassedOnInsideTheJvm() {
		LockHandle held = this.client.lock("key").acquire().detach();
		CompletableFuture<Void> next = CompletableFuture
			.runAsync(() -> this.client.lock("key").waitTime(Duration.ofSeconds(10)).acquire().close());
		await().until(() -> Waiting.at(this.client, "key") == 1);
		held.close();
		next.join();
		assertThat(this.atOnce).extracting((event) -> ((LockAcquiredEvent) event).passed())
			.containsExactly(false, true);
	}

	@Test
	void tellsOfARefusal() {
		try (LockHandle held = this.client.lock("key").acquire().detach()) {
			assertThat(this.client.lock("key").name("orders").tryAcquire(Duration.ofMillis(50))).isEmpty();
			LockRefusedEvent refused = (LockRefusedEvent) this.atOnce.get(1);
			assertThat(refused.name()).isEqualTo("orders");
			assertThat(refused.key()).isEqualTo("key");
			assertThat(refused.outcome()).isEqualTo(LockOutcome.TIMED_OUT);
			assertThat(refused.waited()).isBetween(Duration.ofMillis(50), Duration.ofSeconds(5));
		}
	}

	@Test
	void tellsOfARefusalWithoutAThreadThatWaits() {
		try (LockHandle held = this.client.lock("key").acquire().detach()) {
			assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> this.client.lock("key")
					.waitTime(Duration.ofMillis(50))
					.acquireAsync()
					.toCompletableFuture()
					.join())
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(this.atOnce).element(1).isInstanceOf(LockRefusedEvent.class);
		}
		this.client.lock("key").acquireAsync().toCompletableFuture().join().close();
		assertThat(this.atOnce).element(2).isInstanceOf(LockAcquiredEvent.class);
	}

	@Test
	void tellsOfAnInterrupt() {
		try (LockHandle held = this.client.lock("key").acquire().detach()) {
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(LockInterruptedException.class)
				.isThrownBy(() -> this.client.lock("key").acquire());
			assertThat(Thread.interrupted()).isTrue();
			assertThat(this.atOnce).element(1)
				.extracting((event) -> ((LockRefusedEvent) event).outcome())
				.isEqualTo(LockOutcome.INTERRUPTED);
		}
	}

	@Test
	void tellsOfALossAndOfTheReleaseThatCameTooLate() {
		LockHandle held = this.client.lock("key").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
		await().until(held::isLost);
		await().until(() -> this.atOnce.size() == 2);
		held.close();
		assertThat(this.atOnce).extracting(Object::getClass)
			.containsExactly(LockAcquiredEvent.class, LockLostEvent.class, LockReleasedAfterLossEvent.class);
		assertThat(((LockReleasedAfterLossEvent) this.atOnce.get(2)).held()).isGreaterThan(Duration.ofMillis(90));
	}

	@Test
	void tellsOfAForcedReleaseAndOfWhoLostTheLock() {
		LockHandle held = this.client.lock("key").name("orders").acquire();
		LockInfo before = this.client.inspect("key");
		assertThat(this.client.forceRelease("key", held.fencingToken() + 1, "bob")).isFalse();
		assertThat(this.client.forceRelease("key", held.fencingToken(), "alice")).isTrue();
		held.close();
		await().untilAsserted(() -> assertThat(this.events).filteredOn(LockReleasedByForceEvent.class::isInstance)
			.singleElement()
			.isInstanceOfSatisfying(LockReleasedByForceEvent.class, (event) -> {
				assertThat(event.key()).isEqualTo("key");
				assertThat(event.kind()).isEqualTo(LockKind.MUTEX);
				assertThat(event.fencingToken()).isEqualTo(held.fencingToken());
				assertThat(event.holders())
					.extracting(LockInfo.Holder::application, LockInfo.Holder::instance, LockInfo.Holder::thread,
							LockInfo.Holder::since)
					.isEqualTo(List.of(holder(before)));
				assertThat(event.by()).isEqualTo("alice");
			}));
	}

	private static Tuple holder(LockInfo lock) {
		LockInfo.Holder holder = lock.holders().get(0);
		return tuple(holder.application(), holder.instance(), holder.thread(), holder.since());
	}

	@Test
	void tellsOfAForcedReleaseOfALockThatIsShared() {
		LockHandle reader = this.client.lock("key").read().acquire();
		assertThat(this.client.forceRelease("key")).isTrue();
		reader.close();
		assertThat(this.atOnce).filteredOn(LockReleasedByForceEvent.class::isInstance)
			.singleElement()
			.isInstanceOfSatisfying(LockReleasedByForceEvent.class, (event) -> {
				assertThat(event.kind()).isEqualTo(LockKind.READ);
				assertThat(event.fencingToken()).isZero();
				assertThat(event.by()).isNull();
			});
	}

	@Test
	void aListenerThatFailsOrBlocksConcernsNoLock() {
		this.failing = true;
		this.blocking = true;
		for (int i = 0; i < 10; i++) {
			this.client.lock("key").acquire().close();
		}
		await().until(() -> this.events.size() == 10);
	}

	@Test
	void whoeverFailsToSayWhatItWantsToHearConcernsNoLock() {
		LockEventListener undecided = new LockEventListener() {

			@Override
			public boolean isInterested(LockEvent event) {
				throw new IllegalStateException("undecided");
			}

			@Override
			public void onLockEvent(LockEvent event) {
				EventsTests.this.events.add(event);
			}

		};
		try (DefaultLockClient told = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
				new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
				LockClientOptions.DEFAULT, new DefaultLockClient.Observers(undecided, new Failing()),
				new StallProofPlatform())) {
			told.lock("key").acquire().close();
			told.lock("key").acquireAsync().toCompletableFuture().join().close();
			LockHandle held = told.lock("key").leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire();
			await().until(held::isLost);
			CompletableFuture.runAsync(() -> told.lock("key").waitTime(Duration.ofSeconds(5)).acquire().close()).join();
			held.close();
			await().until(told.engine()::isIdle);
		}
	}

	/**
	 * What an instrumentation throws that is only told concerns neither lock nor others.
	 */
	private static final class Failing implements LockInstrumentation {

		@Override
		public void onEvent(LockEvent event) {
			throw new IllegalStateException("an instrumentation that fails");
		}

		@Override
		public void released(LockCall call, Duration held) {
			throw new IllegalStateException("an instrumentation that fails");
		}

	}

	private final class Recording implements LockInstrumentation {

		@Override
		public void onEvent(LockEvent event) {
			EventsTests.this.atOnce.add(event);
		}

		@Override
		public void released(LockCall call, Duration held) {
			EventsTests.this.releases.add(call.name());
		}

	}

}
