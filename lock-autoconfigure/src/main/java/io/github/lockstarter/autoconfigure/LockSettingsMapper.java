package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockLimits;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link LockSettings} of the properties, and refuses what can't work with the name
 * of the property.
 */
final class LockSettingsMapper {

	private static final String PREFIX = "distributed-lock.";

	private static final String INTERVAL = PREFIX + "renewal.interval";

	private final LockProperties properties;

	LockSettingsMapper(LockProperties properties) {
		this.properties = properties;
	}

	LockSettings map(Map<String, NamedLockProperties> locks) {
		Duration lease = this.properties.getLeaseTime();
		boolean renewal = this.properties.getRenewal().isEnabled();
		checkWaitTime(PREFIX + "wait-time", this.properties.getWaitTime());
		checkLeaseTime(PREFIX + "lease-time", lease);
		checkInterval(PREFIX + "lease-time", lease, renewal);
		checkMaxWaiters(PREFIX, this.properties.getMaxWaiters());
		checkMaxHold(PREFIX, this.properties.getMaxHold());
		checkWarnAfter(PREFIX, this.properties.getWarnAfter());
		checkDrainTimeout();
		LockOptions defaults = LockOptions.NONE.withWaitTime(this.properties.getWaitTime())
			.withLeaseTime(lease)
			.withAutoRenew(renewal)
			.withMaxWaiters(this.properties.getMaxWaiters())
			.withMaxHold(this.properties.getMaxHold())
			.withOnLoss(this.properties.getOnLoss())
			.withOnUnavailable(this.properties.getOnUnavailable())
			.withWaiting(this.properties.getWaiting())
			.withBackOff(this.properties.getBackOff().over(BackOff.DEFAULT, PREFIX))
			.withWarnAfter(this.properties.getWarnAfter())
			.withLeaseMode(this.properties.getLeaseMode())
			.withAdaptiveLease(this.properties.getAdaptiveLease().over(AdaptiveLease.DEFAULT, PREFIX));
		Map<String, LockOptions> named = new LinkedHashMap<>();
		locks.forEach((name, lock) -> named.put(name, map(PREFIX + "locks." + name + ".", lock, defaults)));
		return new LockSettings(defaults, named);
	}

	private LockOptions map(String prefix, NamedLockProperties lock, LockOptions defaults) {
		if (lock.getWaitTime() != null) {
			checkWaitTime(prefix + "wait-time", lock.getWaitTime());
		}
		boolean renewal = (lock.getAutoRenew() != null) ? lock.getAutoRenew()
				: this.properties.getRenewal().isEnabled();
		if (lock.getLeaseTime() != null) {
			checkLeaseTime(prefix + "lease-time", lock.getLeaseTime());
			checkInterval(prefix + "lease-time", lock.getLeaseTime(), renewal);
		}
		else {
			checkInterval(PREFIX + "lease-time", this.properties.getLeaseTime(), renewal);
		}
		checkMaxWaiters(prefix, lock.getMaxWaiters());
		checkMaxHold(prefix, lock.getMaxHold());
		checkWarnAfter(prefix, lock.getWarnAfter());
		checkHoldAtLeast(prefix, lock.getHoldAtLeast());
		BackOff backOff = (defaults.backOff() != null) ? defaults.backOff() : BackOff.DEFAULT;
		AdaptiveLease adaptiveLease = (defaults.adaptiveLease() != null) ? defaults.adaptiveLease()
				: AdaptiveLease.DEFAULT;
		return LockOptions.NONE.withWaitTime(lock.getWaitTime())
			.withLeaseTime(lock.getLeaseTime())
			.withAutoRenew(lock.getAutoRenew())
			.withFailStrategy(lock.getFailStrategy())
			.withOnUnavailable(lock.getOnUnavailable())
			.withMaxWaiters(lock.getMaxWaiters())
			.withMaxHold(lock.getMaxHold())
			.withOnLoss(lock.getOnLoss())
			.withHoldAtLeast(lock.getHoldAtLeast())
			.withWaiting(lock.getWaiting())
			.withBackOff(lock.getBackOff().over(backOff, prefix))
			.withWarnAfter(lock.getWarnAfter())
			.withLeaseMode(lock.getLeaseMode())
			.withAdaptiveLease(lock.getAdaptiveLease().over(adaptiveLease, prefix));
	}

	private static void checkWaitTime(String name, Duration value) {
		check(LockLimits::checkWaitTime, name, value, "a wait time is from 0 to ten years",
				"Set it to 0 to not wait, or to a duration like '10s'.");
	}

	private static void checkLeaseTime(String name, Duration value) {
		check(LockLimits::checkLeaseTime, name, value, "a lease time is from 100ms to ten years",
				"Set it to a duration like '30s', several times longer than the longest pause you expect.");
	}

	private static void checkMaxWaiters(String prefix, @Nullable Integer value) {
		if (value != null) {
			check(LockLimits::checkMaxWaiters, prefix + "max-waiters", value, value.toString(),
					"at least one thread may wait",
					"Set it to 1 or more, or leave it out; to not wait at all, set 'wait-time' to 0.");
		}
	}

	private static void checkMaxHold(String prefix, @Nullable Duration value) {
		if (value != null) {
			check(LockLimits::checkMaxHold, prefix + "max-hold", value,
					"a maximum hold time is from 100ms to ten years",
					"Set it to a duration like '10m', well above what the work takes, or leave it out.");
		}
	}

	private static void checkWarnAfter(String prefix, @Nullable Duration value) {
		if (value != null) {
			check(LockLimits::checkWarnAfter, prefix + "warn-after", value,
					"a time to warn after is from 1ms to ten years",
					"Set it to a duration like '30s', or leave it out.");
		}
	}

	private static void checkHoldAtLeast(String prefix, @Nullable Duration value) {
		if (value != null) {
			check(LockLimits::checkHoldAtLeast, prefix + "hold-at-least", value,
					"a time to hold at least is from 0 to ten years",
					"Set it to a duration like '30s', longer than the clocks of your machines differ, or leave it out.");
		}
	}

	private void checkDrainTimeout() {
		check(LockLimits::checkWaitTime, PREFIX + "drain-timeout", this.properties.getDrainTimeout(),
				"a shutdown waits from 0 to ten years", "Set it to 0 to not wait, or to a duration like '20s'.");
	}

	private static void check(Consumer<Duration> check, String name, Duration value, String reason, String action) {
		check(check, name, value, text(value), reason, action);
	}

	private static <T> void check(Consumer<T> check, String name, T value, String text, String reason, String action) {
		try {
			check.accept(value);
		}
		catch (IllegalArgumentException ex) {
			throw LockConfigurationException.property(name, text, reason, action);
		}
	}

	private void checkInterval(String leaseName, Duration lease, boolean renewal) {
		Duration interval = this.properties.getRenewal().getInterval();
		if (interval == null) {
			return;
		}
		if (interval.isNegative() || interval.isZero()) {
			throw LockConfigurationException.property(INTERVAL, text(interval), "an interval is longer than 0",
					"Leave it out to renew after a third of each lease.");
		}
		if (renewal && interval.compareTo(lease.dividedBy(2)) >= 0) {
			throw LockConfigurationException.property(INTERVAL, text(interval),
					"it has to be shorter than half of '" + leaseName + "', which is '" + text(lease)
							+ "', so that one renewal may fail",
					"Shorten the interval, leave it out to renew after a third of each lease, or lengthen the lease.");
		}
	}

	static String text(Duration value) {
		if (value.equals(value.truncatedTo(ChronoUnit.SECONDS))) {
			return value.toSeconds() + "s";
		}
		return value.equals(value.truncatedTo(ChronoUnit.MILLIS)) ? value.toMillis() + "ms" : value.toString();
	}

}
