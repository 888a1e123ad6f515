package io.github.lockstarter.jvm;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What it costs a JVM to hold many locks at once.
 */
@Full
class HeapOfHeldLocksIntegrationTests {

	private static final int LOCKS = 20_000;

	private static final long BUDGET = 1023;

	@Test
	void aHeldLockTakesLessThanAKilobyteOfHeap() {
		try (ChildJvm child = ChildArchive.start(HoldingChild.class, EmbeddedRedis.shared().port(), LOCKS)) {
			assertThat(Long.parseLong(child.await("BYTES"))).isBetween(1L, BUDGET);
			child.go();
			child.await("DONE");
			assertThat(child.awaitExit()).isZero();
		}
	}

}
