package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockAdmin.WaitingCall;
import io.github.lockstarter.LockKind;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the locks that are held and waited for. Reading one takes a snapshot for all
 * of them, so they cost the locks themselves nothing.
 */
final class LockGauges {

	private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final MeterFactory meters;

	private final Supplier<? extends @Nullable LockAdmin> admin;

	private final Map<String, Tags> names = new ConcurrentHashMap<>();

	private final Map<String, Tags> adaptive = new ConcurrentHashMap<>();

	private volatile Snapshot snapshot = new Snapshot(System.nanoTime() - 2 * FRESH_NANOS, Map.of(), Map.of(), Map.of(),
			Map.of());

	LockGauges(MeterFactory meters, Supplier<? extends @Nullable LockAdmin> admin) {
		this.meters = meters;
		this.admin = admin;
	}

	/**
	 * Watch the locks of a name.
	 */
	void add(String name, Tags tags) {
		this.names.put(name, tags);
		this.meters.gauge(LockMetric.HELD, tags, () -> snapshot().held.getOrDefault(name, 0));
		this.meters.gauge(LockMetric.WAITING, tags, () -> snapshot().waiting.getOrDefault(name, 0));
	}

	/**
	 * Watch the permits of the semaphores of a name.
	 */
	void addPermits(String name, Tags tags) {
		this.meters.gauge(LockMetric.PERMITS, tags, () -> snapshot().permits.getOrDefault(name, 0));
	}

	private Snapshot snapshot() {
		Snapshot known = this.snapshot;
		if (System.nanoTime() - known.takenAt < FRESH_NANOS) {
			return known;
		}
		LockAdmin present = this.admin.get();
		if (present == null) {
			return known;
		}
		List<HeldLock> held = present.held();
		Snapshot taken = new Snapshot(System.nanoTime(), count(held, HeldLock::name), permits(held),
				count(present.waiting(), WaitingCall::name), present.adaptiveLeases());
		this.snapshot = taken;
		taken.leases.keySet().forEach(this::addAdaptive);
		return taken;
	}

	/** A name that no meter counts yet has no tags. */
	private void addAdaptive(String name) {
		Tags tags = this.names.get(name);
		if (tags != null && this.adaptive.put(name, tags) == null) {
			this.meters.secondsGauge(LockMetric.ADAPTIVE_LEASE, tags, () -> lease(name));
		}
	}

	private double lease(String name) {
		Duration lease = snapshot().leases.get(name);
		return (lease != null) ? lease.toNanos() / 1e9 : Double.NaN;
	}

	private static <T> Map<String, Integer> count(List<T> all, Function<T, String> name) {
		Map<String, Integer> counts = new HashMap<>();
		all.forEach((one) -> counts.merge(name.apply(one), 1, Integer::sum));
		return counts;
	}

	private static Map<String, Integer> permits(List<HeldLock> all) {
		return all.stream()
			.filter((lock) -> lock.kind() == LockKind.SEMAPHORE)
			.collect(Collectors.toMap(HeldLock::name, HeldLock::permits, Integer::sum));
	}

	private record Snapshot(long takenAt, Map<String, Integer> held, Map<String, Integer> permits,
			Map<String, Integer> waiting, Map<String, Duration> leases) {
	}

}
