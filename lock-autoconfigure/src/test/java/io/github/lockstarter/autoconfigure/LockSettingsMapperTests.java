package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.UnavailablePolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LockSettingsMapperTests {

	private final LockProperties properties = new LockProperties();

	private final NamedLockProperties lock = new NamedLockProperties();

	@Test
	void settingsOfALockBeatTheCodeWhichBeatsTheGlobalOnes() {
		this.properties.setWaitTime(Duration.ofSeconds(1));
		this.properties.setLeaseTime(Duration.ofSeconds(2));
		this.properties.getRenewal().setEnabled(false);
		this.lock.setWaitTime(Duration.ofSeconds(3));
		LockOptions written = LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(4))
			.with(LockOption.LEASE_TIME, Duration.ofSeconds(5));
		assertTimes(map().resolve("orders", written), 3, 5);
		assertTimes(map().resolve("others", LockOptions.NONE), 1, 2);
	}

	private static void assertTimes(LockSettings.Resolved resolved, int waitSeconds, int leaseSeconds) {
		assertThat(resolved.get(LockOption.WAIT_TIME)).hasSeconds(waitSeconds);
		assertThat(resolved.get(LockOption.LEASE_TIME)).hasSeconds(leaseSeconds);
		assertThat(resolved.get(LockOption.AUTO_RENEW)).isFalse();
		assertThat(resolved.get(LockOption.FAIL_STRATEGY)).isEqualTo(LockFailStrategy.EXCEPTION);
	}

	@Test
	void tellsALeaseTimeOfALockFromTheDefault() {
		this.properties.setLeaseTime(Duration.ofSeconds(2));
		LockOptions written = LockOptions.NONE.with(LockOption.LEASE_TIME, Duration.ofSeconds(5));
		assertThat(map().resolve("others", written).own().get(LockOption.LEASE_TIME)).hasSeconds(5);
		assertThat(map().resolve("others", LockOptions.NONE).own().get(LockOption.LEASE_TIME)).isNull();
	}

	@Test
	void refusesABackOffThatCannotWork() {
		assertRefused((properties) -> properties.getBackOff().setMultiplier(0.5),
				"The properties under 'distributed-lock.back-off' can't work: The multiplier '0.5' of a back-off is not"
						+ " between 1 and 100; use 1 for pauses of the same length, or 2.",
				"Correct them, or leave them out.");
	}

	@Test
	void refusesAnAdaptiveLeaseThatCannotWork() {
		assertRefused((properties) -> properties.getAdaptiveLease().setWindow(1),
				"The properties under 'distributed-lock.adaptive-lease' can't work: The window '1' of an adaptive lease"
						+ " is not between 10 and 10000 hold times; use 100.",
				"Correct them, or leave them out.");
	}

	@Test
	void refusesTheConstantsThatOnlyAnnotationsNeed() {
		assertRefused((properties) -> properties.setOnLoss(LossPolicy.DEFAULT),
				"The property 'distributed-lock.on-loss' is 'default', but that is for annotations, which can't leave it"
						+ " out.",
				"Remove the property, or write one of [report, interrupt, fail].");
		this.properties.setOnLoss(null);
		this.lock.setOnUnavailable(UnavailablePolicy.DEFAULT);
		assertRefused((properties) -> {
		}, "The property 'distributed-lock.locks.orders.on-unavailable' is 'default', but that is for annotations,"
				+ " which can't leave it out.", "Remove the property, or write one of [fail, treat-as-contended].");
	}

	@Test
	void refusesATimeToWarnAfterThatCannotWork() {
		assertRefused((properties) -> properties.setWarnAfter(Duration.ZERO),
				"The property 'distributed-lock.warn-after' is '0s', but it has to be from 1ms to ten years.",
				"Use a duration like '30s', or leave it out.");
	}

	@Test
	void allowsTheLimits() {
		this.properties.setWaitTime(Duration.ZERO);
		this.properties.setLeaseTime(Duration.ofMillis(100));
		this.properties.getRenewal().setInterval(Duration.ofMillis(49));
		assertThat(map().defaults().get(LockOption.WAIT_TIME)).isZero();
	}

	@Test
	void refusesANegativeWaitTime() {
		assertRefused((properties) -> properties.setWaitTime(Duration.ofSeconds(-1)),
				"The property 'distributed-lock.wait-time' is '-1s', but it has to be from 0s to ten years.",
				"Use 0 to not wait, or a duration like '10s'.");
	}

	@Test
	void refusesATooShortLeaseTime() {
		assertRefused((properties) -> properties.setLeaseTime(Duration.ofMillis(99)),
				"The property 'distributed-lock.lease-time' is '99ms', but it has to be from 100ms to ten years.",
				"Use a duration like '30s', several times longer than the longest pause you expect.");
	}

	@Test
	void refusesATooLongWaitTimeOfOneLock() {
		this.lock.setWaitTime(Duration.ofDays(4000));
		assertRefused((properties) -> {
		}, "The property 'distributed-lock.locks.orders.wait-time' is '4000d', but it has to be from 0s to ten years.",
				"Use 0 to not wait, or a duration like '10s'.");
	}

	@Test
	void refusesATooShortLeaseTimeOfOneLock() {
		this.lock.setLeaseTime(Duration.ofNanos(1));
		assertRefused((properties) -> {
		}, "The property 'distributed-lock.locks.orders.lease-time' is 'PT0.000000001S', but it has to be from 100ms to ten"
				+ " years.", "Use a duration like '30s', several times longer than the longest pause you expect.");
	}

	@Test
	void refusesThatNobodyMayWait() {
		assertRefused((properties) -> properties.setMaxWaiters(0),
				"The property 'distributed-lock.max-waiters' is '0', but it has to be at least 1.",
				"Use 1 or more, or leave it out; to not wait at all, use a wait time of 0.");
	}

	@Test
	void refusesATooShortMaximumHoldTimeOfOneLock() {
		this.lock.setMaxHold(Duration.ofMillis(10));
		assertRefused((properties) -> {
		}, "The property 'distributed-lock.locks.orders.max-hold' is '10ms', but it has to be from 100ms to ten"
				+ " years.", "Use a duration like '10m', well above what the work takes, or leave it out.");
	}

	@Test
	void refusesANegativeDrainTimeout() {
		assertRefused((properties) -> properties.setDrainTimeout(Duration.ofSeconds(-1)),
				"The property 'distributed-lock.drain-timeout' is '-1s', but it has to be from 0s to ten years.",
				"Use 0 to not wait, or a duration like '20s'.");
	}

	@Test
	void refusesAnIntervalOfHalfTheLease() {
		assertRefused((properties) -> properties.getRenewal().setInterval(Duration.ofSeconds(15)),
				"The property 'distributed-lock.renewal.interval' is '15s', but it has to be shorter than half of"
						+ " 'distributed-lock.lease-time', which is '30s', so that one renewal may fail.",
				"Shorten the interval, leave it out to renew after a third of each lease, or lengthen the lease.");
	}

	@Test
	void refusesAnIntervalOfHalfTheLeaseOfOneLock() {
		this.lock.setLeaseTime(Duration.ofSeconds(10));
		assertRefused((properties) -> properties.getRenewal().setInterval(Duration.ofSeconds(7)),
				"The property 'distributed-lock.renewal.interval' is '7s', but it has to be shorter than half of"
						+ " 'distributed-lock.locks.orders.lease-time', which is '10s', so that one renewal may fail.",
				"Shorten the interval, leave it out to renew after a third of each lease, or lengthen the lease.");
	}

	@Test
	void refusesAnIntervalOfZero() {
		assertRefused((properties) -> properties.getRenewal().setInterval(Duration.ZERO),
				"The property 'distributed-lock.renewal.interval' is '0s', but it has to be longer than 0.",
				"Leave it out to renew after a third of each lease.");
	}

	@Test
	void allowsAnyIntervalWhereNothingIsRenewed() {
		this.properties.getRenewal().setInterval(Duration.ofSeconds(60));
		this.properties.getRenewal().setEnabled(false);
		assertThat(map().defaults().get(LockOption.AUTO_RENEW)).isFalse();
		this.lock.setAutoRenew(true);
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(this::map);
	}

	private void assertRefused(Consumer<LockProperties> change, String description, String action) {
		change.accept(this.properties);
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(this::map).satisfies((ex) -> {
			assertThat(ex.getDescription()).isEqualTo(description);
			assertThat(ex.getAction()).isEqualTo(action);
		});
	}

	private LockSettings map() {
		return new LockSettingsMapper(this.properties).map(Map.of("orders", this.lock));
	}

}
