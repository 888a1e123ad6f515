package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.WaitStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link WrittenOptions}.
 */
class WrittenOptionsTests {

	private static final LockOptions A_MUTEX = LockOptions.of(LockOption.KIND, LockKind.MUTEX);

	private final MockEnvironment environment = new MockEnvironment().withProperty("wait", "250ms")
		.withProperty("number", "7");

	@Test
	void leavesOutWhatIsNotWritten() {
		assertThat(read(Map.of())).isEqualTo(A_MUTEX.with(LockOption.FAIL_STRATEGY, LockFailStrategy.EXCEPTION));
	}

	@Test
	void readsNumbersInTheTimeUnit() {
		assertThat(read(Map.of("waitTime", 0L, "leaseTime", 3L, "timeUnit", TimeUnit.MINUTES)))
			.isEqualTo(A_MUTEX.with(LockOption.WAIT_TIME, Duration.ZERO)
				.with(LockOption.LEASE_TIME, Duration.ofMinutes(3))
				.with(LockOption.FAIL_STRATEGY, LockFailStrategy.EXCEPTION));
	}

	@Test
	void readsWhatElseIsWritten() {
		assertThat(read(Map.of("autoRenew", false, "reentrant", false, "failStrategy", LockFailStrategy.SKIP)))
			.isEqualTo(A_MUTEX.with(LockOption.AUTO_RENEW, false)
				.with(LockOption.REENTRANT, false)
				.with(LockOption.FAIL_STRATEGY, LockFailStrategy.SKIP));
	}

	@Test
	void readsHowLongItMayBeHeldAndHowManyMayWait() {
		assertThat(read(Map.of("maxHold", 90L, "maxWaiters", 5, "onLoss", LossPolicy.INTERRUPT)))
			.isEqualTo(A_MUTEX.with(LockOption.MAX_HOLD, Duration.ofSeconds(90))
				.with(LockOption.MAX_WAITERS, 5)
				.with(LockOption.ON_LOSS, LossPolicy.INTERRUPT)
				.with(LockOption.FAIL_STRATEGY, LockFailStrategy.EXCEPTION));
		assertThat(read(Map.of("maxHoldString", "10m")).get(LockOption.MAX_HOLD)).hasMinutes(10);
	}

	@Test
	void readsHowACallWaits() {
		assertThat(read(Map.of("waitStrategy", WaitStrategy.BACK_OFF)).get(LockOption.WAIT_STRATEGY))
			.isEqualTo(WaitStrategy.BACK_OFF);
		assertThat(read(Map.of("waitStrategy", WaitStrategy.DEFAULT)).get(LockOption.WAIT_STRATEGY)).isNull();
	}

	@Test
	void readsWithWhomALockIsShared() {
		assertThat(read(Map.of("fair", true)).get(LockOption.FAIR)).isTrue();
		assertThat(read(Map.of("kind", LockKind.READ)).get(LockOption.KIND)).isEqualTo(LockKind.READ);
		LockOptions semaphore = read(Map.of("kind", LockKind.SEMAPHORE, "permits", 2, "capacityString", "${number}"));
		assertThat(semaphore.get(LockOption.PERMITS)).isEqualTo(2);
		assertThat(semaphore.get(LockOption.CAPACITY)).isEqualTo(7);
	}

	@Test
	void refusesANegativeNumberThatIsNotTheDefault() {
		assertThat(read(Map.of("waitTime", -1L)).get(LockOption.WAIT_TIME)).isNull();
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("waitTime", -5L)))
			.withMessageContaining("its attribute 'waitTime' is '-5'");
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("maxWaiters", -2)))
			.withMessageContaining("its attribute 'maxWaiters' is '-2'");
	}

	@Test
	void refusesThatNobodyMayWait() {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("maxWaiters", 0)))
			.withMessageEndingWith("its attribute 'maxWaiters' is '0', but " + LockOption.MAX_WAITERS.limits() + ". "
					+ LockOption.MAX_WAITERS.advice());
	}

	@ParameterizedTest
	@CsvSource({ "500ms,500", "10s,10000", "PT10S,10000", "1m30s,90000", "3,180000", "${wait},250", "${number},420000",
			"${unset:2s},2000", "' 4s ',4000", "0,0" })
	void readsDurationsAsText(String text, long milliseconds) {
		assertThat(read(Map.of("waitTimeString", text, "timeUnit", TimeUnit.MINUTES)).get(LockOption.WAIT_TIME))
			.hasMillis(milliseconds);
	}

	@Test
	void saysWhatToDoAboutAPlaceholderWithoutAValue() {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("waitTimeString", "${unset}")))
			.withMessageContaining("'waitTimeString' is '${unset}'")
			.withMessageContaining("Set that property, or give the placeholder a default, as in '${name:10s}'.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "soon", "10 parsecs", " " })
	void refusesTextThatIsNoDuration(String text) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("waitTimeString", text)))
			.withMessageContaining("WrittenOptionsTests.locked")
			.withMessageContaining("'waitTimeString' is '" + text + "'")
			.withMessageMatching("(?s).*[.?!] Correct 'waitTimeString': .*")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Correct 'waitTimeString'"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1s", "4000d" })
	void refusesADurationOutsideOfTheLimits(String text) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("waitTimeString", text)))
			.withMessage(
					"The method io.github.lockstarter.aop.WrittenOptionsTests.locked can't be locked: its attribute"
							+ " 'waitTimeString' is '" + text
							+ "', but it has to be from 0s to ten years. Use 0 to not wait, or"
							+ " a duration like '10s'.");
	}

	@Test
	void saysWhatAPlaceholderStandsFor() {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("leaseTimeString", "${unset:10ms}")))
			.withMessageContaining("'leaseTimeString' is '${unset:10ms}' (10ms), but it has to be");
	}

	@ParameterizedTest
	@CsvSource({ "0, MILLISECONDS, 0s, leaseTime = 30000", "99, MILLISECONDS, 99ms, leaseTime = 30000",
			"0, SECONDS, 0s, leaseTime = 30", "0, HOURS, 0s, leaseTimeString = \"30s\"" })
	void refusesALeaseThatIsTooShort(long leaseTime, TimeUnit unit, String duration, String instead) {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("leaseTime", leaseTime, "timeUnit", unit)))
			.withMessageEndingWith("its attribute 'leaseTime' is '" + leaseTime + "' (" + duration + "), but "
					+ LockOption.LEASE_TIME.limits() + ". Write " + instead
					+ (instead.contains("String") ? "" : " (in 'timeUnit', here " + unit + ")")
					+ ", several times longer than the longest pause you expect.");
	}

	@Test
	void saysWhichNumberToWrite() {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("waitTime", 5000L, "timeUnit", TimeUnit.DAYS)))
			.withMessageEndingWith("Use 0 to not wait, or write waitTimeString = \"10s\".");
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("maxHold", 0L)))
			.withMessageEndingWith(
					"Write maxHold = 600 (in 'timeUnit', here SECONDS), well above what the work takes, or leave it out.");
	}

	@Test
	void refusesALeaseThatIsTooLong() {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("leaseTime", Long.MAX_VALUE, "timeUnit", TimeUnit.MILLISECONDS)))
			.withMessageContaining("'leaseTime' is '" + Long.MAX_VALUE + "'");
	}

	@ParameterizedTest
	@MethodSource
	void readsEveryAttributeThatIsAnOption(Method attribute) {
		assertThat(read(Map.of(attribute.getName(), another(attribute)))).isNotEqualTo(read(Map.of()));
	}

	static Stream<Method> readsEveryAttributeThatIsAnOption() {
		Set<String> others = Set.of("key", "name", "timeUnit", "condition", "fallback", "release", "segments");
		return Stream.of(DistributedLock.class.getDeclaredMethods())
			.filter((attribute) -> !others.contains(attribute.getName()));
	}

	/** A value that is not the default of the attribute. */
	private static Object another(Method attribute) {
		Class<?> type = attribute.getReturnType();
		if (type == String.class) {
			return "3";
		}
		if (type == boolean.class) {
			return !(boolean) attribute.getDefaultValue();
		}
		if (type.isEnum()) {
			Object[] constants = type.getEnumConstants();
			return constants[constants.length - 1];
		}
		return (type == int.class) ? (Object) 3 : (Object) 3L;
	}

	@Test
	void refusesANumberTooLargeForADuration() {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("waitTime", Long.MAX_VALUE, "timeUnit", TimeUnit.DAYS)))
			.withMessageContaining("'waitTime'");
	}

	@Test
	void refusesBothForms() {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("leaseTime", 5L, "leaseTimeString", "5s")))
			.withMessageContaining("both 'leaseTime' (5) and 'leaseTimeString' ('5s')");
	}

	private LockOptions read(Map<String, Object> attributes) {
		Map<String, Object> all = new HashMap<>(attributes);
		all.put("key", "key");
		DistributedLock lock = MergedAnnotation.of(DistributedLock.class, all).synthesize();
		return new WrittenOptions(new AnnotatedMethod(method(), WrittenOptionsTests.class, lock, method()),
				this.environment::resolveRequiredPlaceholders)
			.read();
	}

	private static Method method() {
		try {
			return WrittenOptionsTests.class.getDeclaredMethod("locked");
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

	void locked() {
	}

}
