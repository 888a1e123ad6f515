package io.github.lockstarter.core;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.WaitStrategy;
import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.hold.LockPlan;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * Tests for what an asynchronous call with a back-off leaves behind while it waits.
 */
class PollingWaitTests {

	private static final BackOff QUICKLY = new BackOff(Duration.ofMillis(1), Duration.ofMillis(1), 1, 0,
			Integer.MAX_VALUE);

	private final Platform platform = new StallProofPlatform();

	@Test
	void whatItAwaitsIsWatchedOnceHoweverOftenItAsks() {
		Timer timer = this.platform.timer("test");
		MemoryLockStore store = StallProofMemory.newStore();
		try (DefaultLockClient holder = Clients.stallProofClient(store, "holder");
				DefaultLockClient waiter = Clients.stallProofClient(answeringLater(store), "waiter");
				LockHandle held = holder.lock("key").acquire()) {
			Acquisition acquisition = waiter.engine().acquisition(request(), Duration.ofHours(1), false);
			new AsyncAcquisition(this.platform, LockInstrumentation.NONE, timer,
					new CallbackExecutor(this.platform, timer, "test", 1, 1), acquisition,
					(holds) -> waiter.engine().handle(request(), holds))
				.start();
			await().during(Duration.ofSeconds(1))
				.until(() -> acquisition.awaited().getNumberOfDependents(), (watchers) -> watchers <= 2);
		}
		finally {
			timer.shutdown();
		}
	}

	/** The attempts have to wait for their answers, as those to a server do. */
	private static LockStore answeringLater(LockStore store) {
		return (instance, listener) -> {
			LockSession session = store.open(instance, listener);
			return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
					new Class<?>[] { LockSession.class }, (proxy, method, arguments) -> {
						Object answer = method.invoke(session, arguments);
						return method.getName().equals("acquire")
								? ((CompletionStage<?>) answer).thenApplyAsync(Function.identity()) : answer;
					});
		};
	}

	private static LockRequest request() {
		LockOptions options = LockOptions.NONE.with(LockOption.LEASE_TIME, Duration.ofMinutes(1))
			.with(LockOption.WAIT_STRATEGY, WaitStrategy.BACK_OFF)
			.with(LockOption.BACK_OFF, QUICKLY);
		return new LockRequest(new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("", options)), "",
				List.of("key"));
	}

}
