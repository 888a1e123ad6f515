package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * Many short holds of several locks, entered again while they are held, in several JVMs.
 */
@Full
class ReentryUnderFaultsIntegrationTests {

	private static final WorkloadPlan PLAN = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REENTRY, 6, 2,
			Duration.ofSeconds(1), 0);

	private static final int ENOUGH = 200;

	/** A busy machine works for longer than the faults last. */
	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final Arena arena = new Arena("reentry", PLAN, EmbeddedRedis.start()).proxied().start(2);

	@Test
	void everyHistoryIsOneOfAFencedReentrantMutex() {
		List<Nemesis> nemeses = List.of(RedisFault.WITHOUT_SCRIPTS, ChildFault.FROZEN_HOLDER,
				RedisFault.WITHOUT_SUBSCRIBERS, NetworkFault.LOST_REPLIES);
		for (Nemesis nemesis : nemeses) {
			Runnable end = nemesis.strike(this.arena);
			this.arena.work(Duration.ofMillis(1200));
			end.run();
		}
		long endedAt = this.arena.faultIsOver();
		await().atMost(PATIENCE).until(() -> this.arena.history().grants().count() > ENOUGH);
		this.arena.stop()
			.assertSafe()
			.assertEveryThreadWasServedAfter(endedAt)
			.assertClosedForNoLongerThanALease(endedAt);
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
