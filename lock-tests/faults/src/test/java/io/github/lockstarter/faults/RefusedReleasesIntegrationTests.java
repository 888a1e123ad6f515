package io.github.lockstarter.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import io.github.lockstarter.faults.workload.LockKind;
import io.github.lockstarter.faults.workload.Workload;
import io.github.lockstarter.faults.workload.WorkloadPlan;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults during which no release arrives, while child JVMs work under a lock with a lease
 * that is far longer: the lock is open again soon after each; within a second on a
 * machine that does nothing else, which {@code -Drecovery.strict} asks for.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Full
class RefusedReleasesIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(12);

	private static final Duration FAULT = Duration.ofSeconds(3);

	/** Far less than the lease. */
	private static final Duration SOON = Duration.ofSeconds(RecoveryTimes.STRICT ? 1 : 4);

	private Arena arena;

	static Stream<Nemesis> faults() {
		return Stream.of(RedisFault.DENIED_SCRIPTS, RedisFault.DENIED_KEYS, RedisFault.KILLED, RedisFault.USER_OFF,
				RedisFault.NO_MORE_CLIENTS, RedisFault.ENDLESS_SCRIPT, RedisFault.UNSAVED,
				NetworkFault.ERRORS_OF_A_PROXY, NetworkFault.TIME_OUTS_OF_A_PROXY, NetworkFault.REFUSED_LOGINS,
				NetworkFault.OTHER_PROTOCOL, ChildFault.NO_FILES);
	}

	@BeforeAll
	void start(@TempDir Path directory) {
		EmbeddedRedis server = EmbeddedRedis.start("--appendonly", "yes", "--appendfsync", "always", "--dir",
				directory.toString());
		this.arena = new Arena("refused", new WorkloadPlan(LockKind.DISTRIBUTED, Workload.REGISTERS, 2, 1, LEASE, 50),
				server)
			.proxied()
			.start(2);
	}

	@ParameterizedTest
	@MethodSource("faults")
	void noLockStaysClosedForLongAfterAFaultThatPasses(Nemesis fault) {
		Runnable end = fault.strike(this.arena);
		this.arena.work(FAULT);
		end.run();
		long endedAt = this.arena.faultIsOver();
		this.arena.assertEveryThreadIsServedAfter(endedAt);
		new Report(this.arena).assertExclusive().assertClosedForLessThan(endedAt, SOON);
	}

	@AfterAll
	void leavesNothingBehind() {
		try (Arena ended = this.arena) {
			ended.stop();
		}
	}

}
