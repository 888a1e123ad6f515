package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockSettings;
import org.jspecify.annotations.Nullable;

/**
 * The leases of locks that follow their last hold times, by the names of the locks. A
 * lock without a name keeps its fixed lease, since there is no limit to the number of
 * keys, and so does one that is not renewed, since its lease is all it has. Thread-safe.
 */
public final class AdaptiveLeases {

	private final LeaseLimit limit;

	private final Map<String, HoldTimes> holdTimes = new ConcurrentHashMap<>();

	public AdaptiveLeases(LeaseLimit limit) {
		this.limit = limit;
	}

	/** The lease to ask for. */
	public Duration lease(String name, LockSettings.Resolved options) {
		AdaptiveLease adaptive = options.get(LockOption.AUTO_RENEW) ? options.adaptiveLease() : null;
		HoldTimes times = (adaptive != null) ? this.holdTimes.get(name) : null;
		Duration chosen = (times != null) ? times.lease() : null;
		return (chosen != null) ? chosen : options.get(LockOption.LEASE_TIME);
	}

	/** A lock was held for so long. */
	public void record(LockRequest request, Duration held) {
		AdaptiveLease adaptive = request.options().adaptiveLease();
		if (adaptive != null && !request.name().isEmpty()) {
			this.holdTimes.computeIfAbsent(request.name(), (name) -> new HoldTimes(name, this.limit.within(adaptive)))
				.add(held, request.options().own().get(LockOption.LEASE_TIME));
		}
	}

	public Map<String, Duration> chosen() {
		Map<String, Duration> chosen = new TreeMap<>();
		this.holdTimes.forEach((name, times) -> {
			@Nullable Duration lease = times.lease();
			if (lease != null) {
				chosen.put(name, lease);
			}
		});
		return chosen;
	}

}
