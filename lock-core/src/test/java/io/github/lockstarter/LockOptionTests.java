package io.github.lockstarter;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.convert.DurationStyle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LockOption}.
 */
class LockOptionTests {

	@Test
	void theDefaultsAreBuiltIn() {
		assertThat(LockOption.WAIT_TIME.builtIn()).hasSeconds(10);
		assertThat(LockOption.LEASE_TIME.builtIn()).hasSeconds(30);
		assertThat(LockOption.AUTO_RENEW.builtIn()).isTrue();
		assertThat(LockOption.REENTRANT.builtIn()).isTrue();
		assertThat(LockOption.FAIL_STRATEGY.builtIn()).isEqualTo(LockFailStrategy.EXCEPTION);
		assertThat(LockOption.MAX_WAITERS.builtIn()).isEqualTo(Integer.MAX_VALUE);
		assertThat(LockOption.MAX_HOLD.builtIn()).isEqualTo(LockOption.LONGEST);
		assertThat(LockOption.ON_LOSS.builtIn()).isEqualTo(LossPolicy.REPORT);
		assertThat(LockOption.ON_UNAVAILABLE.builtIn()).isEqualTo(UnavailablePolicy.FAIL);
		assertThat(LockOption.WAIT_STRATEGY.builtIn()).isEqualTo(WaitStrategy.NOTIFICATION);
		assertThat(LockOption.MIN_HOLD.builtIn()).isZero();
		assertThat(LockOption.LEASE_MODE.builtIn()).isEqualTo(LeaseMode.FIXED);
	}

	@ParameterizedTest
	@MethodSource("io.github.lockstarter.LockOption#all")
	<T> void whatIsBuiltInCanBeSet(LockOption<T> option) {
		assertThat((Object) LockOptions.NONE.with(option, option.builtIn()).get(option)).isEqualTo(option.builtIn());
	}

	@Test
	void noTwoHaveTheSameName() {
		assertThat(LockOption.all()).extracting(LockOption::name)
			.hasSizeGreaterThan(10)
			.doesNotHaveDuplicates()
			.allMatch((name) -> name.matches("[a-z]+(-[a-z]+)*"));
	}

	@Test
	void theNameInCodeIsInCamelCase() {
		assertThat(LockOption.all().stream().map(LockOption::attribute).collect(Collectors.toSet()))
			.contains("waitTime", "minHold", "waitStrategy");
	}

	@ParameterizedTest
	@CsvSource({ "5000000, 5000s", "90000, 90s", "-61000, -61s", "172800000, 2d", "7200000, 2h", "60000, 1m",
			"10000, 10s", "1500, 1500ms", "500, 500ms", "0, 0s" })
	void writesATimeAsPropertiesAreWritten(long millis, String text) {
		Duration time = Duration.ofMillis(millis);
		assertThat(LockOption.WAIT_TIME.text(time)).isEqualTo(text);
		assertThat(DurationStyle.detectAndParse(text)).isEqualTo(time);
	}

	@Test
	void refusesEvenTheLongestTime() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> LockOption.WAIT_TIME.check(ChronoUnit.FOREVER.getDuration(), "The wait time"))
			.withMessageContaining("ten years");
	}

	@Test
	void allowsTheLimits() {
		assertThat(LockOption.WAIT_TIME.allows(Duration.ZERO)).isTrue();
		assertThat(LockOption.WAIT_TIME.allows(LockOption.LONGEST)).isTrue();
		assertThat(LockOption.WAIT_TIME.allows(LockOption.LONGEST.plusNanos(1))).isFalse();
		assertThat(LockOption.LEASE_TIME.allows(LockOption.SHORTEST_LEASE)).isTrue();
		assertThat(LockOption.LEASE_TIME.allows(LockOption.SHORTEST_LEASE.minusNanos(1))).isFalse();
		assertThat(LockOption.WARN_AFTER.allows(Duration.ofMillis(1))).isTrue();
		assertThat(LockOption.WARN_AFTER.allows(Duration.ZERO)).isFalse();
		assertThat(LockOption.MAX_WAITERS.allows(1)).isTrue();
		assertThat(LockOption.MAX_WAITERS.allows(0)).isFalse();
	}

	@Test
	void refusesWhatIsNotAllowedAndSaysWhatIs() {
		assertThatIllegalArgumentException().isThrownBy(() -> LockOption.LEASE_TIME.check(Duration.ofMillis(99)))
			.withMessage(
					"The option 'leaseTime' is '99ms', but it has to be from 100ms to ten years. Use a duration like"
							+ " '30s', several times longer than the longest pause you expect.");
		assertThatIllegalArgumentException().isThrownBy(() -> LockOption.MAX_WAITERS.check(0))
			.withMessage(
					"The option 'maxWaiters' is '0', but it has to be at least 1. Use 1 or more, or leave it out; to"
							+ " not wait at all, use a wait time of 0.");
	}

}
