package io.github.lockstarter;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LockOptions}.
 */
class LockOptionsTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final LockOptions WAITING = LockOptions.NONE.with(LockOption.WAIT_TIME, SECOND);

	@Test
	void keepWhatIsSet() {
		assertThat(WAITING.get(LockOption.WAIT_TIME)).isEqualTo(SECOND);
		assertThat(WAITING.get(LockOption.LEASE_TIME)).isNull();
		assertThat(LockOptions.NONE.get(LockOption.WAIT_TIME)).isNull();
	}

	@Test
	void fallBackToWhatIsBuiltIn() {
		assertThat(WAITING.getOrBuiltIn(LockOption.WAIT_TIME)).isEqualTo(SECOND);
		assertThat(WAITING.getOrBuiltIn(LockOption.LEASE_TIME)).isEqualTo(LockOption.LEASE_TIME.builtIn());
	}

	@Test
	void forgetWhatIsSetToNothing() {
		assertThat(WAITING.with(LockOption.WAIT_TIME, null)).isEqualTo(LockOptions.NONE);
		assertThat(LockOptions.NONE.with(LockOption.ON_LOSS, LossPolicy.DEFAULT)).isEqualTo(LockOptions.NONE);
		assertThat(LockOptions.NONE.with(LockOption.ON_UNAVAILABLE, UnavailablePolicy.TREAT_AS_CONTENDED)
			.with(LockOption.ON_UNAVAILABLE, UnavailablePolicy.DEFAULT)).isEqualTo(LockOptions.NONE);
	}

	@Test
	void refuseWhatIsNotAllowed() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(-1)))
			.withMessageStartingWith("The option 'waitTime' is '-1s', but it has to be");
	}

	@Test
	void beatThoseOfLessPrecedence() {
		LockOptions lower = LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ZERO).with(LockOption.MAX_WAITERS, 3);
		assertThat(WAITING.over(lower)).isEqualTo(WAITING.with(LockOption.MAX_WAITERS, 3));
		assertThat(WAITING.over(LockOptions.NONE)).isEqualTo(WAITING);
		assertThat(LockOptions.NONE.over(WAITING)).isEqualTo(WAITING);
	}

	@Test
	void showWhatIsSet() {
		assertThat(WAITING.with(LockOption.MAX_WAITERS, 3)).hasToString("LockOptions{wait-time=1s, max-waiters=3}");
	}

}
