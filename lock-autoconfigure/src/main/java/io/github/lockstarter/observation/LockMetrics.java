package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockReleasedByForceEvent;
import io.github.lockstarter.LogText;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the use of locks, with Micrometer. All metrics begin with
 * {@code distributed.lock}; their tags are the lock's name, its kind and the outcome.
 * Thread-safe.
 */
public final class LockMetrics implements LockInstrumentation {

	private static final Log logger = LogFactory.getLog(LockMetrics.class);

	/** More than an application has pieces of code with locks. */
	static final int MANY_NAMES = 500;

	/**
	 * Each has a counter from the start, so that the first failure shows as an increase.
	 */
	static final List<String> CAUSES = List.of("connection", "permission", "memory", "not-ready", "other");

	private final MeterFactory meters;

	private final LockGauges gauges;

	private final Map<LockKind, Map<String, MetersByNameAndKind>> locks = new EnumMap<>(LockKind.class);

	private final Map<String, MetersByName> names = new ConcurrentHashMap<>();

	private final AtomicBoolean reported = new AtomicBoolean();

	private final Map<String, Counter> failures = new ConcurrentHashMap<>();

	/**
	 * Create the metrics.
	 * @param registry where to record
	 * @param admin lists the locks that are held and waited for; looked up when a gauge
	 * is read, and may supply {@code null}
	 */
	public LockMetrics(MeterRegistry registry, Supplier<? extends @Nullable LockAdmin> admin) {
		this.meters = new MeterFactory(registry);
		this.gauges = new LockGauges(this.meters, admin);
		for (LockKind kind : LockKind.values()) {
			this.locks.put(kind, new ConcurrentHashMap<>());
		}
		CAUSES.forEach(this::failures);
	}

	/**
	 * Watch the number of servers of a quorum that answer.
	 * @param answering counts them
	 */
	public void watchQuorum(IntSupplier answering) {
		this.meters.gauge(LockMetric.QUORUM_ANSWERING, Tags.empty(), answering::getAsInt);
	}

	@Override
	public <T> T acquire(LockCall call, Supplier<T> acquisition) {
		MetersByNameAndKind own = meters(call);
		long start = System.nanoTime();
		T acquired;
		try {
			acquired = acquisition.get();
		}
		catch (RuntimeException | Error ex) {
			own.notAcquired(ex, System.nanoTime() - start);
			throw ex;
		}
		own.acquired(System.nanoTime() - start);
		return acquired;
	}

	@Override
	public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
		MetersByNameAndKind own = meters(call);
		long start = System.nanoTime();
		CompletionStage<T> stage = acquisition.get();
		stage.whenComplete((result, failure) -> {
			if (failure == null) {
				own.acquired(System.nanoTime() - start);
			}
			else {
				own.notAcquired(failure, System.nanoTime() - start);
			}
		});
		return stage;
	}

	@Override
	public void onEvent(LockEvent event) {
		if (!(event instanceof LockReleasedByForceEvent)) { // has no name
			meters(event.name()).count(event);
		}
	}

	@Override
	public void released(LockCall call, Duration held) {
		meters(call).released(held);
	}

	@Override
	public void renewed(LockCall call, RenewalOutcome outcome) {
		meters(call).renewed(outcome);
	}

	@Override
	public void storeFailed(String cause) {
		failures(cause).increment();
	}

	private Counter failures(String cause) {
		return this.failures.computeIfAbsent(cause,
				(key) -> this.meters.counter(LockMetric.STORE_FAILURES, Tags.of(LockMetric.Tag.CAUSE.asString(), key)));
	}

	private MetersByNameAndKind meters(LockCall call) {
		Map<String, MetersByNameAndKind> ofKind = Objects.requireNonNull(this.locks.get(call.kind()));
		MetersByNameAndKind known = ofKind.get(call.name());
		if (known != null) {
			return known;
		}
		meters(call.name());
		return ofKind.computeIfAbsent(call.name(),
				(name) -> new MetersByNameAndKind(this.meters, name, call.kind(), this.gauges));
	}

	private MetersByName meters(String name) {
		MetersByName known = this.names.get(name);
		return (known != null) ? known : this.names.computeIfAbsent(name, (fresh) -> {
			if (this.names.size() >= MANY_NAMES && this.reported.compareAndSet(false, true)) {
				logger.warn("Locks have more than " + MANY_NAMES + " names, the latest of them '" + LogText.of(fresh)
						+ "', and each has meters of its own: they fill the memory. A name stands for a piece of code;"
						+ " put what differs from call to call into the key. Reported once.");
			}
			return new MetersByName(this.meters, fresh, this.gauges);
		});
	}

}
