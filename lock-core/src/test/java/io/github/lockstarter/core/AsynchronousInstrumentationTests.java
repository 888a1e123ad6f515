package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what instrumentation is told of acquisitions and work that end later.
 */
class AsynchronousInstrumentationTests {

	private static final Duration AMPLY = Duration.ofSeconds(60);

	private final List<String> told = Collections.synchronizedList(new ArrayList<>());

	private UnaryOperator<CompletionStage<LockHandle>> passingOn = UnaryOperator.identity();

	private UnaryOperator<CompletionStage<?>> passingOnWork = UnaryOperator.identity();

	private boolean catching;

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT,
			new DefaultLockClient.Observers(LockEventListener.NONE, new Telling()), new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		assertThat(this.client.lock("key").inspect().held()).isFalse();
		this.client.close();
	}

	private CompletableFuture<LockHandle> queued() {
		CompletableFuture<LockHandle> asked = this.client.lock("key").acquireAsync().toCompletableFuture();
		await().until(() -> Waiting.at(this.client, "key") == 1);
		return asked;
	}

	@Test
	void itIsToldOfAnAcquisitionBeforeTheCallerIs() {
		CompletableFuture<LockHandle> asked;
		CompletableFuture<Void> closed;
		try (LockHandle holder = this.client.lock("key").acquire()) {
			asked = queued();
			closed = asked.thenAccept((handle) -> {
				this.told.add("caller");
				handle.close();
			});
		}
		closed.join();
		assertThat(this.told).containsExactly("acquired", "caller");
	}

	@Test
	void itIsToldOfTheEndOfWorkBeforeTheLockIsReleased() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletionStage<String> result = this.client.lock("key").callAsync(() -> work);
		CompletionStage<Void> seen = result.thenAccept((value) -> this.told.add("caller"));
		work.complete("done");
		seen.toCompletableFuture().join();
		assertThat(this.told).containsExactly("acquired", "ended, held: true", "caller");
	}

	@Test
	void itIsToldThatTheCallerHasGivenUp() {
		try (LockHandle holder = this.client.lock("key").acquire()) {
			assertThat(queued().cancel(false)).isTrue();
			await().until(() -> Waiting.at(this.client, "key") == 0);
		}
		assertThat(this.told).containsExactly("CancellationException");
	}

	@Test
	void theCallerGivesUpBehindAStageOfTheInstrumentationToo() {
		this.passingOn = (stage) -> stage.thenApply((handle) -> handle);
		try (LockHandle holder = this.client.lock("key").acquire()) {
			assertThat(queued().cancel(false)).isTrue();
			await().until(() -> Waiting.at(this.client, "key") == 0);
		}
	}

	@Test
	void aLockIsGivenBackIfAStageOfTheInstrumentationFails() {
		this.passingOn = (stage) -> stage.thenApply((handle) -> {
			throw new IllegalStateException("of the instrumentation");
		});
		CompletableFuture<LockHandle> asked = this.client.lock("key").acquireAsync().toCompletableFuture();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(asked::join)
			.withCauseInstanceOf(IllegalStateException.class);
	}

	@Test
	void theCallerIsToldIfTheInstrumentationGivesUp() {
		this.passingOn = (stage) -> {
			stage.toCompletableFuture().cancel(false);
			return stage;
		};
		try (LockHandle holder = this.client.lock("key").acquire()) {
			CompletableFuture<LockHandle> asked = this.client.lock("key").acquireAsync().toCompletableFuture();
			await().until(asked::isDone);
			assertThatExceptionOfType(CancellationException.class).isThrownBy(asked::join);
			assertThat(Waiting.at(this.client, "key")).isZero();
		}
	}

	@Test
	void workIsUnderTheLockUntilItHasEndedThoughTheInstrumentationFails() {
		this.passingOnWork = (stage) -> {
			throw new IllegalStateException("of the instrumentation");
		};
		failsWhenTheWorkHasEnded(IllegalStateException.class);
	}

	@Test
	@SuppressWarnings("NullAway")
	void workIsUnderTheLockUntilItHasEndedThoughTheInstrumentationReturnsNull() {
		this.passingOnWork = (stage) -> null;
		failsWhenTheWorkHasEnded(NullPointerException.class);
	}

	private void failsWhenTheWorkHasEnded(Class<? extends Throwable> failure) {
		CompletableFuture<String> work = new CompletableFuture<>();
		try (LockHandle held = this.client.lock("key").acquire()) {
			CompletableFuture<String> result = held.callAsync(() -> work).toCompletableFuture();
			assertThat(result).isNotDone();
			work.complete("done");
			assertThat(result).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(failure);
		}
	}

	@Test
	void theCallerIsToldIfTheInstrumentationAnswersInsteadOfTheWork() {
		this.catching = true;
		CompletableFuture<String> result = this.client.lock("key").<String>callAsync(() -> {
			throw new IllegalStateException("of the work");
		}).toCompletableFuture();
		assertThat(result).failsWithin(AMPLY).withThrowableThat().withMessageContaining("of the work");
	}

	@Test
	void aLockAroundACallIsLeftOnceThoughTheInstrumentationFails() {
		this.passingOn = (stage) -> {
			await().until(stage.toCompletableFuture()::isDone);
			throw new IllegalStateException("of the instrumentation");
		};
		LockHandle outer = this.client.lock("key").acquire().detach();
		LockHandle other = this.client.lock("other").acquire().detach();
		LockScope former = LockContext.enter(LockScope.NONE.with("key", outer).propagated());
		try {
			assertThatIllegalStateException()
				.isThrownBy(() -> this.client.lock(List.of("key", "other")).waitTime(Duration.ZERO).acquireAsync());
		}
		finally {
			LockContext.enter(former);
		}
		assertThat(outer.isValid()).isTrue();
		assertThat(this.client.lock("key").inspect().held()).isTrue();
		outer.close();
		other.close();
	}

	private final class Telling implements LockInstrumentation {

		@Override
		@SuppressWarnings("unchecked")
		public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
			CompletionStage<T> stage = acquisition.get();
			stage.whenComplete((handle, failure) -> AsynchronousInstrumentationTests.this.told
				.add((failure == null) ? "acquired" : failure.getClass().getSimpleName()));
			return (CompletionStage<T>) AsynchronousInstrumentationTests.this.passingOn
				.apply((CompletionStage<LockHandle>) stage);
		}

		@Override
		@SuppressWarnings("unchecked")
		public <T extends @Nullable Object, E extends Throwable> CompletionStage<T> lockedAsync(LockCall call,
				LockHandle handle, ThrowingSupplier<CompletionStage<T>, E> work) throws E {
			CompletionStage<T> stage;
			try {
				stage = work.get();
			}
			catch (Throwable ex) {
				if (AsynchronousInstrumentationTests.this.catching) {
					return CompletableFuture.failedFuture(ex);
				}
				throw ex;
			}
			stage.whenComplete((value, failure) -> AsynchronousInstrumentationTests.this.told
				.add("ended, held: " + handle.isValid()));
			return (CompletionStage<T>) AsynchronousInstrumentationTests.this.passingOnWork.apply(stage);
		}

	}

}
