package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many short holds of several locks, entered again while they are held, in several JVMs.
 */
class ReentryUnderFaultsIntegrationTests {

	private static final WorkloadPlan PLAN = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REENTRY, 6, 2,
			Duration.ofSeconds(1), 0);

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
		Report report = this.arena.stop().assertSafe();
		assertThat(report.history().grants()).hasSizeGreaterThan(200);
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
