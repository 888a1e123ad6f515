package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.platform.TaskExecutor;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a system that grants no thread for a while.
 */
class ExhaustedThreadsTests {

	private static final Duration AMPLY = Duration.ofSeconds(10);

	/** Renewals come often, and the lease outlasts each pause of this machine. */
	private static final LockClientOptions OFTEN = new LockClientOptions(Duration.ofMillis(50), LocalHandover.DEFAULT);

	private final ExhaustedPlatform platform = new ExhaustedPlatform();

	private final Map<String, Integer> renewals = new ConcurrentHashMap<>();

	private final CompletableFuture<LockEvent> event = new CompletableFuture<>();

	private final DefaultLockClient client = Clients.client(StallProofMemory.newStore(), OFTEN, this::onEvent,
			new LockInstrumentation() {

				@Override
				public void renewed(LockCall call, RenewalOutcome outcome) {
					ExhaustedThreadsTests.this.renewals.merge(call.keys().get(0), 1, Integer::sum);
				}

			}, this.platform);

	private void onEvent(LockEvent told) {
		if (told instanceof LockLostEvent) {
			this.event.complete(told);
		}
	}

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void aLossIsToldWhenThreadsAreGrantedAgainAndOtherLocksAreRenewedAllTheTime() {
		List<LockHandle> renewed = IntStream.range(0, 5)
			.mapToObj((number) -> this.client.lock("renewed " + number).acquire())
			.toList();
		CompletableFuture<Void> callback = new CompletableFuture<>();
		this.platform.exhausted = true;
		LockHandle victim = this.client.lock("victim")
			.leaseTime(Duration.ofMillis(200))
			.autoRenew(false)
			.acquire()
			.onLost(() -> callback.complete(null));
		await().until(victim::isLost);
		await().pollDelay(Duration.ofMillis(500)).until(() -> true);
		this.renewals.clear();
		await().untilAsserted(() -> assertThat(this.renewals).hasSize(renewed.size())
			.allSatisfy((key, times) -> assertThat(times).isGreaterThan(5)));
		assertThat(renewed).allSatisfy((handle) -> assertThat(handle.state()).isEqualTo(LockState.HELD));
		assertThat(this.client.lock("another").tryAcquire()).hasValueSatisfying(LockHandle::close);
		assertThat(callback).isNotDone();
		assertThat(this.event).isNotDone();
		this.platform.exhausted = false;
		assertThat(callback).succeedsWithin(AMPLY);
		assertThat(this.event).succeedsWithin(AMPLY);
		victim.close();
		renewed.forEach(LockHandle::close);
	}

	@Test
	void anAsynchronousAcquisitionCompletesWhenThreadsAreGrantedAgain() {
		this.platform.exhausted = true;
		CompletableFuture<LockHandle> acquired = this.client.lock("key").acquireAsync().toCompletableFuture();
		await().until(() -> this.client.held().size() == 1);
		assertThat(acquired).isNotDone();
		this.platform.exhausted = false;
		assertThat(acquired).succeedsWithin(AMPLY);
		acquired.join().close();
	}

	@Test
	void theClientIsClosedWithoutAThreadOfItsOwn() {
		LockHandle held = this.client.lock("key").acquire();
		this.platform.exhausted = true;
		held.close();
		assertThat(CompletableFuture.runAsync(() -> this.client.stop(AMPLY))).succeedsWithin(AMPLY);
	}

	private static final class ExhaustedPlatform extends StallProofPlatform {

		private volatile boolean exhausted;

		@Override
		public TaskExecutor executor(String name, int mostThreads, int mostWaiting) {
			TaskExecutor executor = super.executor(name, mostThreads, mostWaiting);
			return new TaskExecutor() {

				@Override
				public void execute(Runnable task) {
					if (ExhaustedPlatform.this.exhausted) {
						throw new OutOfMemoryError("unable to create native thread: simulated");
					}
					executor.execute(task);
				}

				@Override
				public void shutdown() {
					executor.shutdown();
				}

			};
		}

	}

}
