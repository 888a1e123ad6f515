package io.github.lockstarter.core;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks of which no handle can be made, or whose handle can begin no work.
 */
class FailingHandleTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final StallProofPlatform platform = new StallProofPlatform();

	private final Timer timer = this.platform.timer("test");

	private final DefaultLockClient client = Clients.client(new MemoryLockStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
		this.timer.shutdown();
	}

	@Test
	void aThreadThatWaitsIsToldAndTheLockIsGivenBack() {
		LockRequest request = Clients.request("key", AMPLY);
		OutOfMemoryError error = new OutOfMemoryError("of the test");
		BlockingAcquisition acquisition = new BlockingAcquisition(this.platform, LockInstrumentation.NONE, request,
				this.client.engine().acquisition(request, AMPLY, true), true);
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> acquisition.acquire((holds) -> {
			throw error;
		})).isSameAs(error);
		assertThat(CompletableFuture.supplyAsync(() -> this.client.lock("key").tryAcquire())).succeedsWithin(AMPLY)
			.satisfies((next) -> assertThat(next).hasValueSatisfying(LockHandle::close));
	}

	@Test
	void aCallerForWhichNoThreadWaitsIsToldAndTheLockIsGivenBack() {
		LockRequest request = Clients.request("key", AMPLY);
		OutOfMemoryError error = new OutOfMemoryError("of the test");
		CompletableFuture<LockHandle> acquired = new AsyncAcquisition(this.platform, LockInstrumentation.NONE,
				this.timer, new CallbackExecutor(this.platform, this.timer, "test", 1, 1),
				this.client.engine().acquisition(request, AMPLY, false), (holds) -> {
					throw error;
				})
			.start()
			.toCompletableFuture();
		assertThat(acquired).failsWithin(AMPLY).withThrowableThat().withCause(error);
	}

	@Test
	void workThatItsHandleCanNotBeginFailsAndTheLockIsGivenBack() {
		OutOfMemoryError error = new OutOfMemoryError("of the test");
		LockHandle held = this.client.lock("key").acquire().detach();
		CompletableFuture<String> result = new AsyncCall<String>(
				CompletableFuture.completedStage(throwingAtWork(held, error)), LossPolicy.REPORT,
				() -> CompletableFuture.completedStage("done"),
				new CallbackExecutor(this.platform, this.timer, "test", 1, 1))
			.start()
			.toCompletableFuture();
		assertThat(result).failsWithin(AMPLY).withThrowableThat().withCause(error);
		await().until(held::state, LockState.RELEASED::equals);
	}

	private static LockHandle throwingAtWork(LockHandle held, Error error) {
		return (LockHandle) Proxy.newProxyInstance(LockHandle.class.getClassLoader(),
				new Class<?>[] { LockHandle.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("callAsync")) {
						throw error;
					}
					return method.invoke(held, arguments);
				});
	}

}
