package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockInstrumentation.RenewalOutcome;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.observation.LockMetric.Tag;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The meters of the locks of one name and kind, so that a lock need not look them up in
 * the registry. Those that alerts use exist from the start: an alert does not see the
 * step from no meter to one as an increase.
 */
final class MetersByNameAndKind {

	private final MeterFactory meters;

	private final Tags tags;

	private final Timer acquired;

	private final Map<String, Timer> failed = new ConcurrentHashMap<>();

	private final Timer hold;

	private final Map<RenewalOutcome, Counter> renewals = new EnumMap<>(RenewalOutcome.class);

	MetersByNameAndKind(MeterFactory meters, String name, LockKind kind, LockGauges gauges) {
		this.meters = meters;
		this.tags = Tags.of(Tag.NAME.asString(), Labels.name(name), Tag.KIND.asString(), Labels.of(kind));
		this.acquired = meters.timer(LockMetric.ACQUIRE, withOutcome(Labels.of(LockOutcome.ACQUIRED)));
		failed(LockOutcome.TIMED_OUT);
		failed(LockOutcome.UNAVAILABLE);
		this.hold = meters.timer(LockMetric.HOLD, this.tags);
		for (RenewalOutcome outcome : RenewalOutcome.values()) {
			this.renewals.put(outcome, meters.counter(LockMetric.RENEWALS, withOutcome(Labels.of(outcome))));
		}
		if (kind == LockKind.SEMAPHORE) {
			gauges.addPermits(name, Tags.of(Tag.NAME.asString(), Labels.name(name)));
		}
	}

	void acquired(long nanos) {
		this.acquired.record(nanos, TimeUnit.NANOSECONDS);
	}

	void notAcquired(Throwable failure, long nanos) {
		failed(Labels.outcome(failure)).record(nanos, TimeUnit.NANOSECONDS);
	}

	void released(Duration held) {
		this.hold.record(held);
	}

	void renewed(RenewalOutcome outcome) {
		Objects.requireNonNull(this.renewals.get(outcome)).increment();
	}

	private Timer failed(@Nullable LockOutcome outcome) {
		return this.failed.computeIfAbsent(Labels.of(outcome),
				(label) -> this.meters.timer(LockMetric.ACQUIRE, withOutcome(label)));
	}

	private Tags withOutcome(String outcome) {
		return this.tags.and(Tag.OUTCOME.asString(), outcome);
	}

}
