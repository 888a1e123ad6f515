package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreCondition;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks that are kept in different stores by their names.
 */
class SeveralStoresTests {

	private final LockStore redis = StallProofMemory.newStore();

	private final LockStore jdbc = StallProofMemory.newStore();

	private final DefaultLockClient client = client(this.redis, this.jdbc);

	private final DefaultLockClient other = client(this.redis, this.jdbc);

	private static DefaultLockClient client(LockStore standard, LockStore jdbc) {
		return new DefaultLockClient(new LockStores(standard, Map.of("jdbc", jdbc), Map.of("payment", "jdbc")),
				new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
				LockClientOptions.DEFAULT, LockEventListener.NONE, LockInstrumentation.NONE);
	}

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
		this.other.close();
	}

	private LockSpec payment(String key) {
		return this.client.lock(key).name("payment");
	}

	@Test
	void theNameOfALockDecidesWhichStoreKeepsIt() {
		try (LockHandle inRedis = this.client.lock("1").acquire(); LockHandle inDatabase = payment("1").acquire()) {
			assertThat(inRedis.isValid() && inDatabase.isValid()).isTrue();
			assertThat(this.other.lock("1").tryAcquire()).isEmpty();
			assertThat(this.other.lock("1").name("payment").tryAcquire()).isEmpty();
		}
		assertThat(this.other.lock("1").name("payment").tryAcquire()).hasValueSatisfying(LockHandle::close);
	}

	@Test
	void aThreadEntersAgainOnlyTheLockOfTheSameStore() {
		try (LockHandle held = payment("1").acquire()) {
			assertThat(payment("1").held()).isPresent();
			assertThat(this.client.lock("1").held()).isEmpty();
			assertThat(payment("1").acquire().fencingToken()).isEqualTo(held.fencingToken());
			assertThat(payment("1").inspect().held()).isTrue();
			assertThat(this.client.lock("1").inspect().held()).isFalse();
		}
	}

	@Test
	void theLocksOfAllStoresAreListedOnePageAfterTheOther() {
		try (LockHandle one = this.client.lock("1").acquire(); LockHandle two = payment("2").acquire()) {
			LockAdmin.Page first = this.client.find("", 10);
			assertThat(first.locks()).extracting(LockInfo::key).containsExactly("1");
			LockAdmin.Page second = this.client.find(first.next(), 10);
			assertThat(second.locks()).extracting(LockInfo::key).containsExactly("2");
			assertThat(second.next()).isNull();
			assertThat(this.client.held()).extracting(LockAdmin.HeldLock::key).containsExactly("1", "2");
			assertThat(one.keys()).isNotEqualTo(two.keys());
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.client.find("mongo@", 10))
			.withMessageContaining("'mongo@'");
	}

	@Test
	void aLockIsInspectedWhicheverStoreKeepsIt() {
		try (LockHandle one = this.client.lock("1").acquire();
				LockHandle same = payment("1").acquire();
				LockHandle two = payment("2").acquire()) {
			assertThat(this.client.inspect("2").holders()).extracting(LockInfo.Holder::fencingToken)
				.containsExactly(two.fencingToken());
			assertThat(this.client.inspect("1").holders()).extracting(LockInfo.Holder::fencingToken)
				.containsExactly(one.fencingToken(), same.fencingToken());
		}
		assertThat(this.client.inspect("2").held()).isFalse();
	}

	@Test
	void aLockIsTakenFromItsHolderWhicheverStoreKeepsIt() {
		LockHandle held = payment("1").acquire();
		assertThat(this.client.forceRelease("1")).isTrue();
		await().until(() -> !held.isValid());
		assertThat(this.client.forceRelease("1")).isFalse();
		held.close();
	}

	@Test
	void theConditionOfEachStoreIsTold() {
		assertThat(this.client.status().details()).containsEntry("mode", "memory of this JVM")
			.containsEntry("jdbc.mode", "memory of this JVM");
	}

	@Test
	void aStoreThatDoesNotAnswerKeepsNoOtherFromBeingAsked() {
		LockStore silent = (instance, listener) -> new Refusing();
		try (DefaultLockClient client = client(silent, this.jdbc)) {
			LockHandle held = client.lock("1").name("payment").acquire();
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> client.forceRelease("1"));
			await().until(() -> !held.isValid());
			held.close();
			assertThat(client.status().details()).containsEntry("jdbc.mode", "memory of this JVM");
			assertThat(client.status().problem()).contains("refused by the test");
		}
	}

	@Test
	void ifNoStoreAnswersItsFailureIsTold() {
		LockStore silent = (instance, listener) -> new Refusing();
		try (DefaultLockClient client = client(silent, silent)) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(client::status)
				.withMessageContaining("refused by the test");
		}
	}

	@Test
	void aHolderGetsALockOfAnotherStoreWhileTheClientIsShutDown() {
		LockHandle held = this.client.lock("1").acquire();
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> this.client.stop(Duration.ofMinutes(1)));
		await().untilAsserted(() -> assertThat(refusedElsewhere()).isTrue());
		try (LockHandle nested = payment("2").acquire()) {
			assertThat(nested.isValid()).isTrue();
		}
		held.close();
		assertThat(stopped).succeedsWithin(Duration.ofMinutes(1));
	}

	private boolean refusedElsewhere() {
		return CompletableFuture.supplyAsync(() -> {
			try {
				payment("3").tryAcquire().ifPresent(LockHandle::close);
				return false;
			}
			catch (LockUnavailableException ex) {
				return true;
			}
		}).join();
	}

	@Test
	void aPipelineGetsALockOfAnotherStoreWhileTheClientIsShutDown() {
		LockHandle held = acquiredByNoThread(this.client.lock("1"));
		LockScope pipeline = LockScope.NONE.with("", held).propagated();
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> this.client.stop(Duration.ofMinutes(1)));
		await().untilAsserted(() -> assertThat(refusedElsewhere()).isTrue());
		LockScope before = LockContext.enter(pipeline);
		try (LockHandle nested = acquiredByNoThread(payment("2")); LockHandle further = payment("3").acquire()) {
			assertThat(nested.isValid() && further.isValid()).isTrue();
		}
		finally {
			LockContext.enter(before);
		}
		held.close();
		assertThat(stopped).succeedsWithin(Duration.ofMinutes(1));
	}

	private static LockHandle acquiredByNoThread(LockSpec lock) {
		return lock.acquireAsync().toCompletableFuture().orTimeout(1, TimeUnit.MINUTES).join();
	}

	@Test
	void theHandleOfAnotherClientOpensNoLockWhileThisOneIsShutDown() {
		LockHandle held = acquiredByNoThread(this.client.lock("1"));
		try (LockHandle foreign = acquiredByNoThread(this.other.lock("2"))) {
			CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> this.client.stop(Duration.ofMinutes(1)));
			await().untilAsserted(() -> assertThat(refusedElsewhere()).isTrue());
			LockScope before = LockContext.enter(LockScope.NONE.with("", foreign).propagated());
			try {
				assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> payment("3").tryAcquire());
			}
			finally {
				LockContext.enter(before);
			}
			held.close();
			assertThat(stopped).succeedsWithin(Duration.ofMinutes(1));
		}
	}

	@Test
	void theShutdownWaitsForTheHoldersOfEachStore() {
		LockHandle held = payment("1").acquire().detach();
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> this.client.stop(Duration.ofMinutes(1)));
		await().untilAsserted(() -> assertThat(refusedElsewhere()).isTrue());
		assertThat(stopped).isNotDone();
		held.close();
		assertThat(stopped).succeedsWithin(Duration.ofMinutes(1));
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> payment("1").tryAcquire());
		this.client.start();
		assertThat(payment("1").tryAcquire()).hasValueSatisfying(LockHandle::close);
	}

	@Test
	void theShutdownWaitsForALockThatAHolderOfAnotherStoreHasTakenMeanwhile() {
		LockHandle held = this.client.lock("1").acquire();
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> this.client.stop(Duration.ofMinutes(1)));
		await().untilAsserted(() -> assertThat(refusedElsewhere()).isTrue());
		LockHandle next = payment("2").acquire();
		held.close();
		await().during(Duration.ofMillis(400)).until(() -> !stopped.isDone());
		assertThat(payment("3").tryAcquire()).hasValueSatisfying(LockHandle::close);
		next.close();
		assertThat(stopped).succeedsWithin(Duration.ofMinutes(1));
	}

	@Test
	void aLockInAStoreThatIsMissingIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new LockStores(this.redis, Map.of("jdbc", this.jdbc), Map.of("payment", "mongo")))
			.withMessage("The lock 'payment' is to be kept in the store 'mongo', which is none of [jdbc].");
		assertThat(List.of(LockStores.of(this.redis).standard())).containsExactly(this.redis);
	}

	/** The session of a store that is not there. */
	private static final class Refusing extends StubSession {

		private static <T> CompletionStage<T> refused() {
			return CompletableFuture.failedStage(new StoreException("refused by the test", true, null));
		}

		@Override
		public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
			return refused();
		}

		@Override
		public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
			return refused();
		}

		@Override
		public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
			return refused();
		}

		@Override
		public CompletionStage<LockRecord> inspect(String key) {
			return refused();
		}

		@Override
		public CompletionStage<StoreCondition> condition() {
			return refused();
		}

	}

}
