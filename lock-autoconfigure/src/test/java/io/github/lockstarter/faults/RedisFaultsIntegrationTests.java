package io.github.lockstarter.faults;

import java.nio.file.Path;
import java.time.Duration;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.jvm.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each fault of Redis once, while child JVMs work.
 */
class RedisFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration SECOND = Duration.ofSeconds(1);

	/** About a second until it is asked again, and what a busy machine may take. */
	private static final Duration SOON = Duration.ofMillis(2500);

	private Arena arena;

	private void start(String test, String... arguments) {
		WorkloadPlan plan = new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 10);
		this.arena = new Arena(test, plan, EmbeddedRedis.start(arguments)).start(2);
	}

	private Report suffer(Nemesis nemesis, Duration time) {
		Runnable end = nemesis.strike(this.arena);
		this.arena.work(time);
		end.run();
		this.arena.assertGrantWithin(System.nanoTime(), SOON);
		this.arena.work(SECOND);
		return this.arena.stop();
	}

	@ParameterizedTest
	@EnumSource(value = RedisFault.class,
			names = { "FROZEN", "WITHOUT_SCRIPTS", "PAUSED_CLIENTS", "FULL_MEMORY", "DENIED_CHANNELS" })
	void aFaultThatLeavesTheDataCostsNoExclusion(RedisFault fault) {
		start("leaves-data-" + fault);
		suffer(fault, SECOND).assertExclusive();
	}

	@Test
	void aRedisThatStandsStillBeyondTheLeaseCostsNoExclusion() {
		start("frozen-beyond-the-lease");
		suffer(RedisFault.FROZEN, LEASE.multipliedBy(2)).assertExclusive();
	}

	@Test
	void aKilledRedisThatWroteDownItsDataCostsNoExclusion(@TempDir Path directory) {
		start("killed-with-data", "--appendonly", "yes", "--appendfsync", "always", "--dir", directory.toString());
		suffer(RedisFault.KILLED, SECOND).assertExclusive();
	}

	@ParameterizedTest
	@EnumSource(value = RedisFault.class, names = { "KILLED_WITHOUT_PERSISTENCE", "FLUSHED" })
	void aFaultThatLosesTheDataLosesNoFencedWrite(RedisFault fault) {
		start("loses-data-" + fault);
		suffer(fault, SECOND).assertSafe();
		assertThat(this.arena.amnesias()).isNotEmpty();
	}

	@Test
	void aWaiterThatMissesItsGrantAsksWithinAboutASecond() {
		start("missed-grant");
		ChildJvm holder = Roles.freezeHolder(this.arena);
		Runnable end = RedisFault.WITHOUT_SUBSCRIBERS.strike(this.arena);
		long before = System.nanoTime();
		holder.resume();
		this.arena.assertGrantWithin(before, SOON);
		this.arena.work(SECOND);
		end.run();
		this.arena.stop().assertExclusive();
	}

	@AfterEach
	void close() {
		this.arena.close();
	}

}
