package io.github.lockstarter.faults;

import java.nio.file.Path;
import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis that loses its data while child JVMs work, or is killed and does not.
 */
@Full
class ForgetfulRedisIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration SOON = Duration.ofSeconds(5);

	private Arena arena;

	private Report suffer(String name, RedisFault fault, String... arguments) {
		WorkloadPlan plan = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 10);
		this.arena = new Arena(name, plan, EmbeddedRedis.start(arguments)).start(2);
		Runnable end = fault.strike(this.arena);
		this.arena.work(SECOND);
		end.run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertGrantWithin(endedAt, SOON);
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		this.arena.work(SECOND);
		return this.arena.stop().assertClosedForNoLongerThanALease(endedAt);
	}

	@ParameterizedTest
	@EnumSource(value = RedisFault.class, names = { "KILLED_WITHOUT_PERSISTENCE", "FLUSHED" })
	void whoeverHeldALockKnowsThatItIsLostAndNoFencedWriteIs(RedisFault fault) {
		Report report = suffer("forgetful-" + fault, fault).assertSafe();
		assertThat(this.arena.amnesias()).hasSize(1);
		assertThat(report.fenced().writes()).isPositive();
	}

	@Test
	void aKilledRedisThatWroteDownItsDataCostsNoExclusion(@TempDir Path directory) {
		suffer("killed-with-data", RedisFault.KILLED, "--appendonly", "yes", "--appendfsync", "always", "--dir",
				directory.toString())
			.assertExclusive();
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
