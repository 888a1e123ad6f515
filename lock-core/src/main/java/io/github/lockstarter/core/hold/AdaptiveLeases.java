package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.LockOption;
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

	/** The request with the lease that was chosen for its lock, if there is one. */
	public LockRequest choose(LockRequest request) {
		boolean adaptive = request.plan().adaptiveLease() != null && request.autoRenew();
		HoldTimes times = adaptive ? this.holdTimes.get(request.name()) : null;
		Duration chosen = (times != null) ? times.lease() : null;
		return (chosen != null) ? request.withLease(chosen) : request;
	}

	/** A lock was held for so long. */
	public void record(LockRequest request, Duration held) {
		AdaptiveLease adaptive = request.plan().adaptiveLease();
		if (adaptive != null && !request.name().isEmpty()) {
			this.holdTimes.computeIfAbsent(request.name(), (name) -> new HoldTimes(name, this.limit.within(adaptive)))
				.add(held, request.plan().options().own().get(LockOption.LEASE_TIME));
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
