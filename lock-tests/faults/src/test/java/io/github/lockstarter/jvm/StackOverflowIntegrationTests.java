package io.github.lockstarter.jvm;

import io.github.lockstarter.testing.ChildJvm;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is left of locks that were taken, used or given back while the stack overflowed.
 */
@Full
class StackOverflowIntegrationTests {

	/** Interpreted and compiled frames differ in size, and overflow elsewhere. */
	@ParameterizedTest
	@ValueSource(strings = { "-Xint", "-XX:TieredStopAtLevel=1" })
	void eachLockCanBeTakenAgainAndOthersAreWatchedOver(String option) {
		try (ChildJvm child = ChildJvm.startWith(option, OverflowingChild.class)) {
			assertThat(Integer.parseInt(child.await("TRIED"))).isGreaterThan(1000);
			assertThat(Integer.parseInt(child.await("OVERFLOWN"))).isGreaterThan(100);
			assertThat(child.await("INNOCENT")).as("%s", child.passedOver()).isEqualTo("HELD");
			assertThat(child.await("TOLD")).isEqualTo("true");
			assertThat(child.await("UNTOLD")).isEqualTo("0");
			assertThat(child.await("DEAD")).isEqualTo("0");
			assertThat(child.await("HELD")).isEqualTo("0");
			assertThat(child.await("WAITING")).isEqualTo("0");
			assertThat(child.awaitExit()).isZero();
		}
	}

	/**
	 * A write that overflowed half-way would leave a thread of the client library that
	 * spins, and that its shutdown waits for. In the interpreter the stack overflows
	 * everywhere on the way there.
	 */
	@Test
	void aProcessThatHasLostRedisEndsByItself() {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				ChildJvm child = ChildJvm.startWith("-Xint", OverflowingOnRedisChild.class, redis.port())) {
			assertThat(Integer.parseInt(child.await("OVERFLOWN"))).isGreaterThan(50);
			redis.kill();
			child.go();
			assertThat(child.awaitExit()).isZero();
		}
	}

}
