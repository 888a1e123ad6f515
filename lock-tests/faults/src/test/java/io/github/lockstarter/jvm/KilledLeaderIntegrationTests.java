package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.UUID;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader whose JVM is killed, frozen or stopped.
 */
@Full
class KilledLeaderIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(5);

	/** A stall of the machine may take its part of it. */
	private static final Duration RECHECK = Duration.ofSeconds(20);

	private final String role = "killed-" + UUID.randomUUID();

	private ChildJvm child() {
		ChildJvm child = ChildArchive.start(LeadingChild.class, EmbeddedRedis.shared().port(), this.role,
				LEASE.toMillis());
		child.await("READY");
		return child;
	}

	private static long awaitLeader(ChildJvm child) {
		return Long.parseLong(child.await("LEADS"));
	}

	@Test
	void afterALeaderWasKilledTheNextOneLeadsWhenItsLeaseIsOver() {
		try (ChildJvm leader = child()) {
			long token = awaitLeader(leader);
			try (ChildJvm next = child()) {
				long killedAt = System.nanoTime();
				leader.kill();
				assertThat(awaitLeader(next)).isGreaterThan(token);
				assertThat(Duration.ofNanos(System.nanoTime() - killedAt)).isLessThan(LEASE.plus(RECHECK));
			}
		}
	}

	@Test
	void aLeaderThatStoodStillForLongerThanItsLeaseIsToldThatItLeadsNoMore() {
		try (ChildJvm leader = child()) {
			long token = awaitLeader(leader);
			try (ChildJvm next = child()) {
				leader.pause();
				assertThat(awaitLeader(next)).isGreaterThan(token);
				leader.resume();
				assertThat(leader.await("ENDS")).isEqualTo(Long.toString(token));
				next.go();
				next.await("DONE");
				assertThat(awaitLeader(leader)).as("takes part again").isGreaterThan(token);
			}
		}
	}

	@Test
	void aLeaderThatStopsIsToldFirstAndThenTheNextOneLeads() {
		try (ChildJvm leader = child()) {
			long token = awaitLeader(leader);
			try (ChildJvm next = child()) {
				leader.go();
				assertThat(leader.await("ENDS")).isEqualTo(Long.toString(token));
				assertThat(awaitLeader(next)).isGreaterThan(token);
				leader.await("DONE");
			}
		}
	}

}
