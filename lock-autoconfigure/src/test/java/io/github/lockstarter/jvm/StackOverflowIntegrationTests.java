package io.github.lockstarter.jvm;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is left of locks that were taken or given back while the stack overflowed.
 */
class StackOverflowIntegrationTests {

	@Test
	void eachLockCanBeTakenAgain() {
		try (ChildJvm child = ChildJvm.start(OverflowingChild.class)) {
			assertThat(Integer.parseInt(child.await("TRIED"))).isGreaterThan(100);
			assertThat(child.await("DEAD")).isEqualTo("0");
			assertThat(child.await("HELD")).isEqualTo("0");
			assertThat(child.await("WAITING")).isEqualTo("0");
			assertThat(child.awaitExit()).isZero();
		}
	}

}
