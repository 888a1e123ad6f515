package io.github.lockstarter.applications;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that locked pipelines block no thread that must not block. BlockHound changes
 * classes of the JDK, and so has a JVM of its own.
 */
@Full
class NonBlockingIntegrationTests {

	@Test
	void pipelinesThatCompeteForLocksAndLoseAndCancelThemBlockNoThread() {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				ChildJvm child = ChildJvm.startWith("-XX:+AllowRedefinitionToAddDeleteMethods", NonBlockingChild.class,
						redis.port())) {
			child.await("started");
			assertThat(child.await("blocked")).isEqualTo("[]");
			assertThat(child.await("seen")).contains("LockSupport.park", "BlockingAcquisition");
			assertThat(child.awaitExit()).isZero();
		}
	}

}
