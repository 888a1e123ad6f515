package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.autoconfigure.LockProperties.Lock;
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

	LockSettings map(Map<String, Lock> locks) {
		Duration lease = this.properties.getLeaseTime();
		boolean renewal = this.properties.getRenewal().isEnabled();
		checkWaitTime(PREFIX + "wait-time", this.properties.getWaitTime());
		checkLeaseTime(PREFIX + "lease-time", lease);
		checkInterval(PREFIX + "lease-time", lease, renewal);
		checkMaxWaiters(PREFIX, this.properties.getMaxWaiters());
		checkMaxHold(PREFIX, this.properties.getMaxHold());
		checkDrainTimeout();
		Map<String, LockOptions> named = new LinkedHashMap<>();
		locks.forEach((name, lock) -> named.put(name, map(PREFIX + "locks." + name + ".", lock)));
		return new LockSettings(new LockOptions(this.properties.getWaitTime(), lease, renewal, null,
				this.properties.getMaxWaiters(), this.properties.getMaxHold(), this.properties.getOnLoss()), named);
	}

	private LockOptions map(String prefix, Lock lock) {
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
		return new LockOptions(lock.getWaitTime(), lock.getLeaseTime(), lock.getAutoRenew(), lock.getFailStrategy(),
				lock.getMaxWaiters(), lock.getMaxHold(), lock.getOnLoss());
	}

	private static void checkWaitTime(String name, Duration value) {
		check(LockOptions::checkWaitTime, name, value, "a wait time is from 0 to ten years",
				"Set it to 0 to not wait, or to a duration like '10s'.");
	}

	private static void checkLeaseTime(String name, Duration value) {
		check(LockOptions::checkLeaseTime, name, value, "a lease time is from 100ms to ten years",
				"Set it to a duration like '30s', several times longer than the longest pause you expect.");
	}

	private static void checkMaxWaiters(String prefix, @Nullable Integer value) {
		if (value != null) {
			check(LockOptions::checkMaxWaiters, prefix + "max-waiters", value, value.toString(),
					"at least one thread may wait",
					"Set it to 1 or more, or leave it out; to not wait at all, set 'wait-time' to 0.");
		}
	}

	private static void checkMaxHold(String prefix, @Nullable Duration value) {
		if (value != null) {
			check(LockOptions::checkMaxHold, prefix + "max-hold", value,
					"a maximum hold time is from 100ms to ten years",
					"Set it to a duration like '10m', well above what the work takes, or leave it out.");
		}
	}

	private void checkDrainTimeout() {
		check(LockOptions::checkWaitTime, PREFIX + "drain-timeout", this.properties.getDrainTimeout(),
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
