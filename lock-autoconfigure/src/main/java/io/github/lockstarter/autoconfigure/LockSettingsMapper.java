package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;

/**
 * Creates {@link LockSettings} from the properties. Refuses a value that can't work, with
 * the name of its property.
 */
final class LockSettingsMapper {

	private static final String PREFIX = "distributed-lock.";

	private static final String INTERVAL = PREFIX + "renewal.interval";

	private final LockProperties properties;

	LockSettingsMapper(LockProperties properties) {
		this.properties = properties;
	}

	LockSettings map(Map<String, NamedLockProperties> locks) {
		checkDrainTimeout();
		LockOptions defaults = this.properties.options(PREFIX, LockOptions.NONE).get();
		checkInterval(PREFIX, defaults);
		Map<String, LockOptions> named = new LinkedHashMap<>();
		locks.forEach((name, lock) -> named.put(name, map(PREFIX + "locks." + name + ".", lock, defaults)));
		return new LockSettings(defaults, named);
	}

	private LockOptions map(String prefix, NamedLockProperties lock, LockOptions defaults) {
		LockOptions options = lock.options(prefix, defaults).get();
		checkInterval((options.get(LockOption.LEASE_TIME) != null) ? prefix : PREFIX, options.over(defaults));
		checkSound(prefix, options, defaults);
		return options;
	}

	private static void checkSound(String prefix, LockOptions options, LockOptions defaults) {
		new LockSettings.Resolved(options, defaults)
			.contradiction((option) -> "'" + ((options.get(option) != null) ? prefix : PREFIX) + option.name() + "'")
			.ifPresent((found) -> {
				throw new LockConfigurationException("The property " + found.problem() + ".", found.advice());
			});
	}

	private void checkDrainTimeout() {
		Duration value = this.properties.getDrainTimeout();
		if (!LockOption.WAIT_TIME.allows(value)) {
			throw LockConfigurationException.property(PREFIX + "drain-timeout", text(value),
					LockOption.WAIT_TIME.limits(), "Use 0 to not wait, or a duration like '20s'.");
		}
	}

	private void checkInterval(String leasePrefix, LockOptions options) {
		Duration interval = this.properties.getRenewal().getInterval();
		if (interval == null) {
			return;
		}
		if (interval.isNegative() || interval.isZero()) {
			throw LockConfigurationException.property(INTERVAL, text(interval), "it has to be longer than 0",
					"Leave it out to renew after a third of each lease.");
		}
		Duration lease = options.getOrBuiltIn(LockOption.LEASE_TIME);
		if (options.getOrBuiltIn(LockOption.AUTO_RENEW) && interval.compareTo(lease.dividedBy(2)) >= 0) {
			throw LockConfigurationException.property(INTERVAL, text(interval),
					"it has to be shorter than half of '" + leasePrefix + "lease-time', which is '" + text(lease)
							+ "', so that one renewal may fail",
					"Shorten the interval, leave it out to renew after a third of each lease, or lengthen the lease.");
		}
	}

	static String text(Duration value) {
		return LockOption.WAIT_TIME.text(value);
	}

}
