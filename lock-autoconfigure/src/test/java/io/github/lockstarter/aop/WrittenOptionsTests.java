package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link WrittenOptions}.
 */
class WrittenOptionsTests {

	private final MockEnvironment environment = new MockEnvironment().withProperty("wait", "250ms")
		.withProperty("number", "7");

	@Test
	void leavesOutWhatIsNotWritten() {
		assertThat(read(Map.of())).isEqualTo(LockOptions.NONE.withFailStrategy(LockFailStrategy.EXCEPTION));
	}

	@Test
	void readsNumbersInTheTimeUnit() {
		assertThat(read(Map.of("waitTime", 0L, "leaseTime", 3L, "timeUnit", TimeUnit.MINUTES)))
			.isEqualTo(LockOptions.NONE.withWaitTime(Duration.ZERO)
				.withLeaseTime(Duration.ofMinutes(3))
				.withFailStrategy(LockFailStrategy.EXCEPTION));
	}

	@Test
	void readsWhatElseIsWritten() {
		assertThat(read(Map.of("autoRenew", false, "failStrategy", LockFailStrategy.SKIP)))
			.isEqualTo(LockOptions.NONE.withAutoRenew(false).withFailStrategy(LockFailStrategy.SKIP));
	}

	@Test
	void readsHowLongItMayBeHeldAndHowManyMayWait() {
		assertThat(read(Map.of("maxHold", 90L, "maxWaiters", 5, "onLoss", LossPolicy.INTERRUPT)))
			.isEqualTo(LockOptions.NONE.withMaxHold(Duration.ofSeconds(90))
				.withMaxWaiters(5)
				.withOnLoss(LossPolicy.INTERRUPT)
				.withFailStrategy(LockFailStrategy.EXCEPTION));
		assertThat(read(Map.of("maxHoldString", "10m")).maxHold()).hasMinutes(10);
	}

	@Test
	void refusesThatNobodyMayWait() {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("maxWaiters", 0)))
			.withMessageContaining("'maxWaiters' is 0")
			.withMessageContaining("use a wait time of zero");
	}

	@ParameterizedTest
	@CsvSource({ "500ms,500", "10s,10000", "PT10S,10000", "1m30s,90000", "3,180000", "${wait},250", "${number},420000",
			"${unset:2s},2000", "' 4s ',4000", "0,0" })
	void readsDurationsAsText(String text, long milliseconds) {
		assertThat(read(Map.of("waitTimeString", text, "timeUnit", TimeUnit.MINUTES)).waitTime())
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
	@ValueSource(strings = { "soon", "10 parsecs", "-1s", " ", "4000d" })
	void refusesTextThatIsNoDuration(String text) {
		assertThatExceptionOfType(LockDefinitionException.class).isThrownBy(() -> read(Map.of("waitTimeString", text)))
			.withMessageContaining("WrittenOptionsTests.locked")
			.withMessageContaining("'waitTimeString' is '" + text + "'")
			.withMessageMatching("(?s).*[.?!] Correct 'waitTimeString': .*")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Correct 'waitTimeString'"));
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 99, Long.MAX_VALUE })
	void refusesALeaseThatCanNotWork(long leaseTime) {
		assertThatExceptionOfType(LockDefinitionException.class)
			.isThrownBy(() -> read(Map.of("leaseTime", leaseTime, "timeUnit", TimeUnit.MILLISECONDS)))
			.withMessageContaining("'leaseTime' is '" + leaseTime + "'");
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
