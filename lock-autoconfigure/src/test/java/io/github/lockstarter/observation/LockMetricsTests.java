package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.lockstarter.LockAcquiredEvent;
import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockInstrumentation.RenewalOutcome;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockRefusedEvent;
import io.github.lockstarter.LockReleasedAfterLossEvent;
import io.github.lockstarter.LockReleasedByForceEvent;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import io.github.lockstarter.testing.StubAdmin;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

@ExtendWith(LogCapture.class)
class LockMetricsTests {

	private static final Duration WAITED = Duration.ofMillis(20);

	private static final LockCall CALL = new LockCall("orders", List.of("order:secret"), LockKind.MUTEX);

	private static final LockCall SEMAPHORE = new LockCall("orders", List.of("order:secret"), LockKind.SEMAPHORE);

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, new MockClock());

	private final StubAdmin admin = new StubAdmin();

	private final LockMetrics metrics = new LockMetrics(this.registry, () -> this.admin);

	@Test
	void namesThatDifferFromCallToCallAreReportedOnce(CapturedLog log) {
		for (int order = 0; order <= LockMetrics.MANY_NAMES; order++) {
			assertThat(log).isEmpty();
			this.metrics.released(new LockCall("order:" + order, List.of("order"), LockKind.MUTEX), WAITED);
		}
		assertThat(log).contains("more than 500 names, the latest of them 'order:500'");
		this.metrics.released(new LockCall("another", List.of("order"), LockKind.MUTEX), WAITED);
		assertThat(log).containsOnlyOnce("Locks have more than");
	}

	@Test
	void timesTheWaitingOfWhoAcquires() {
		String acquired = this.metrics.acquire(CALL, () -> {
			pass(WAITED);
			return "lock";
		});
		assertThat(acquired).isEqualTo("lock");
		assertThat(acquisitions("acquired").count()).isEqualTo(1);
		assertThat(acquisitions("acquired").totalTime(TimeUnit.NANOSECONDS)).isGreaterThanOrEqualTo(WAITED.toNanos());
	}

	@ParameterizedTest
	@MethodSource
	void tellsWhyAnAcquisitionFailed(Exception failure, String outcome) {
		assertThatException().isThrownBy(() -> this.metrics.acquire(CALL, failing(failure))).isSameAs(failure);
		assertThat(acquisitions(outcome).count()).isEqualTo(1);
		assertThat(this.registry.find("distributed.lock.acquire").timers().stream().mapToLong(Timer::count).sum())
			.isEqualTo(1);
	}

	static Stream<Arguments> tellsWhyAnAcquisitionFailed() {
		return Stream.of(Arguments.of(new LockNotAcquiredException("key", WAITED, WAITED), "timed-out"),
				Arguments.of(LockNotAcquiredException.tooManyWaiters("key", WAITED, WAITED, 3), "too-many-waiters"),
				Arguments.of(LockNotAcquiredException.exhausted("key", WAITED, WAITED, 3), "exhausted"),
				Arguments.of(new LockInterruptedException("key", WAITED, new InterruptedException()), "interrupted"),
				Arguments.of(new CancellationException(), "interrupted"),
				Arguments.of(new LockUnavailableException("key", WAITED, null), "unavailable"),
				Arguments.of(new IllegalStateException(), "failed"));
	}

	@ParameterizedTest
	@MethodSource("tellsWhyAnAcquisitionFailed")
	void tellsWhyAnAsynchronousAcquisitionFailed(Exception failure, String outcome) {
		CompletableFuture<String> stage = new CompletableFuture<>();
		assertThat(this.metrics.acquireAsync(CALL, () -> stage)).as("the stage that can be cancelled").isSameAs(stage);
		stage.completeExceptionally(failure);
		assertThat(acquisitions(outcome).count()).isEqualTo(1);
	}

	@Test
	void timesAnAsynchronousAcquisitionWhenItEnds() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		this.metrics.acquireAsync(CALL, () -> stage);
		assertThat(acquisitions("acquired").count()).isZero();
		stage.complete("lock");
		assertThat(acquisitions("acquired").count()).isEqualTo(1);
	}

	@Test
	void timesHowLongLocksAreHeld() {
		this.metrics.released(CALL, Duration.ofSeconds(3));
		Timer hold = this.registry.get("distributed.lock.hold").tags("name", "orders", "kind", "mutex").timer();
		assertThat(hold.totalTime(TimeUnit.SECONDS)).isEqualTo(3);
	}

	@Test
	void aForcedReleaseWhichHasNoNameMakesNoMeters() {
		List<Meter> before = this.registry.getMeters();
		this.metrics.onEvent(new LockReleasedByForceEvent("", "key", LockKind.MUTEX, 7, List.of(), null));
		assertThat(this.registry.getMeters()).hasSameElementsAs(before);
	}

	@Test
	void countsWhatHappens() {
		this.metrics.onEvent(new LockAcquiredEvent("orders", "key", LockKind.MUTEX, 7, WAITED, true));
		this.metrics.onEvent(new LockAcquiredEvent("orders", "key", LockKind.MUTEX, 8, WAITED, false));
		this.metrics.onEvent(new LockLostEvent("orders", "key", LockKind.MUTEX, 8, WAITED, "its lease ended"));
		this.metrics.onEvent(new LockReleasedAfterLossEvent("orders", "key", LockKind.MUTEX, 8, WAITED));
		this.metrics.onEvent(new LockRefusedEvent("orders", "key", LockKind.MUTEX, LockOutcome.TIMED_OUT, WAITED));
		this.metrics.renewed(CALL, RenewalOutcome.DONE);
		this.metrics.renewed(CALL, RenewalOutcome.FAILED);
		this.metrics.renewed(CALL, RenewalOutcome.FAILED);
		this.metrics.storeFailed("connection");
		assertThat(count("distributed.lock.local.handovers", "name", "orders")).isEqualTo(1);
		assertThat(count("distributed.lock.losses", "name", "orders")).isEqualTo(1);
		assertThat(count("distributed.lock.released.after.loss", "name", "orders")).isEqualTo(1);
		assertThat(count("distributed.lock.renewals", "outcome", "done")).isEqualTo(1);
		assertThat(count("distributed.lock.renewals", "outcome", "failed")).isEqualTo(2);
		assertThat(count("distributed.lock.renewals", "outcome", "refused")).isZero();
		assertThat(count("distributed.lock.store.failures", "cause", "connection")).isEqualTo(1);
	}

	@Test
	void whatAlertsAreMadeOfIsThereBeforeItHappens() {
		this.metrics.acquire(CALL, () -> "lock");
		assertThat(acquisitions("timed-out").count()).isZero();
		assertThat(acquisitions("unavailable").count()).isZero();
		assertThat(count("distributed.lock.losses", "name", "orders")).isZero();
		assertThat(count("distributed.lock.released.after.loss", "name", "orders")).isZero();
		assertThat(count("distributed.lock.renewals", "outcome", "failed")).isZero();
		assertThat(StoreException.Kind.values())
			.allSatisfy((kind) -> assertThat(count("distributed.lock.store.failures", "cause",
					kind.name().toLowerCase(Locale.ROOT).replace('_', '-')))
				.isZero());
	}

	@Test
	void showsWhatIsHeldAndWaitedForByAskingOnceForAllGauges() {
		this.admin.hold("orders", "order:1", WAITED);
		this.admin.hold("orders", "order:2", WAITED);
		this.admin.hold("", "unnamed", WAITED);
		this.admin.await("orders", "order:1", WAITED);
		this.metrics.acquire(CALL, () -> "lock");
		this.metrics.acquire(new LockCall("", List.of("unnamed"), LockKind.MUTEX), () -> "lock");
		assertThat(this.admin.snapshots).isZero();
		assertThat(gauge("distributed.lock.held", "orders")).isEqualTo(2);
		assertThat(gauge("distributed.lock.held", "none")).isEqualTo(1);
		assertThat(gauge("distributed.lock.waiting", "orders")).isEqualTo(1);
		assertThat(gauge("distributed.lock.waiting", "none")).isZero();
		assertThat(this.admin.snapshots).isEqualTo(1);
	}

	@Test
	void tellsTheKindsOfOneNameApartAndAddsThePermitsOfSemaphores() {
		this.admin.share("orders", "order:1", LockKind.SEMAPHORE, 2);
		this.admin.share("orders", "order:2", LockKind.SEMAPHORE, 3);
		this.admin.share("orders", "order:3", LockKind.READ, 1);
		this.metrics.acquire(CALL, () -> "lock");
		assertThat(this.registry.find("distributed.lock.permits").gauges()).isEmpty();
		this.metrics.acquire(SEMAPHORE, () -> "lock");
		this.metrics.acquire(SEMAPHORE, () -> "lock");
		this.metrics.acquire(new LockCall("orders", List.of("order:3"), LockKind.READ), () -> "lock");
		assertThat(Stream.of("mutex", "semaphore", "read")
			.map((kind) -> this.registry.get("distributed.lock.acquire")
				.tags("kind", kind, "outcome", "acquired")
				.timer()
				.count()))
			.containsExactly(1L, 2L, 1L);
		assertThat(gauge("distributed.lock.permits", "orders")).isEqualTo(5);
		assertThat(gauge("distributed.lock.held", "orders")).isEqualTo(3);
	}

	@Test
	void showsTheAdaptiveLeasesOfTheNamesItCounts() {
		this.admin.adaptiveLeases.put("orders", Duration.ofMillis(2500));
		this.admin.adaptiveLeases.put("uncounted", Duration.ofSeconds(1));
		this.metrics.acquire(CALL, () -> "lock");
		gauge("distributed.lock.held", "orders");
		assertThat(this.registry.find("distributed.lock.adaptive.lease").timeGauges()).hasSize(1);
		assertThat(this.registry.get("distributed.lock.adaptive.lease")
			.tag("name", "orders")
			.timeGauge()
			.value(TimeUnit.SECONDS)).isEqualTo(2.5);
	}

	@Test
	void needsNobodyWhoKnowsWhatIsHeld() {
		LockMetrics alone = new LockMetrics(this.registry, () -> null);
		alone.acquire(CALL, () -> "lock");
		assertThat(gauge("distributed.lock.held", "orders")).isZero();
	}

	@Test
	void neverTagsWithTheKey() {
		everything();
		assertThat(this.registry.getMeters()).isNotEmpty()
			.flatExtracting((meter) -> meter.getId().getTags())
			.noneMatch((tag) -> tag.getValue().contains("secret"));
	}

	@Test
	void recordsWhatIsDocumentedAndNothingElse() {
		everything();
		new JobMetrics(this.registry).added("orders");
		this.metrics.watchQuorum(() -> 3);
		gauge("distributed.lock.held", "orders");
		for (LockMetric metric : LockMetric.values()) {
			assertThat(this.registry.get(metric.getName()).meters()).allSatisfy((meter) -> {
				assertThat(meter.getId().getTags()).extracting((tag) -> tag.getKey())
					.containsExactlyInAnyOrder(
							Stream.of(metric.getKeyNames()).map((name) -> name.asString()).toArray(String[]::new));
				assertThat(meter.getId().getDescription()).isEqualTo(metric.description());
				assertThat(meter.getId().getType()).isEqualTo(metric.getType());
			});
		}
		assertThat(this.registry.getMeters()).extracting((meter) -> meter.getId().getName())
			.containsOnly(Stream.of(LockMetric.values()).map(LockMetric::getName).toArray(String[]::new));
	}

	@Test
	void noLockFailsBecauseItCanNotBeCounted() {
		this.registry.config().meterFilter(new MeterFilter() {

			@Override
			public Meter.Id map(Meter.Id id) {
				throw new IllegalArgumentException("no meter for " + id);
			}

		});
		List<Meter> before = this.registry.getMeters();
		assertThat(this.metrics.acquire(CALL, () -> "lock")).isEqualTo("lock");
		assertThat(this.registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
	}

	private void everything() {
		this.admin.adaptiveLeases.put("orders", WAITED);
		this.admin.hold("orders", "order:secret", WAITED);
		this.metrics.acquire(CALL, () -> "lock");
		tellsWhyAnAcquisitionFailed().forEach((arguments) -> assertThatException()
			.isThrownBy(() -> this.metrics.acquire(CALL, failing((Exception) arguments.get()[0]))));
		this.metrics.released(CALL, WAITED);
		this.metrics.storeFailed("memory");
		countsWhatHappens();
		this.metrics.acquire(SEMAPHORE, () -> "lock");
		gauge("distributed.lock.held", "orders");
	}

	private Timer acquisitions(String outcome) {
		return this.registry.get("distributed.lock.acquire")
			.tags("name", "orders", "kind", "mutex", "outcome", outcome)
			.timer();
	}

	private double count(String name, String tag, String value) {
		return this.registry.get(name).tag(tag, value).counter().count();
	}

	private double gauge(String name, String lock) {
		return this.registry.get(name).tag("name", lock).gauge().value();
	}

	private static void pass(Duration time) {
		long end = System.nanoTime() + time.toNanos();
		while (System.nanoTime() - end < 0) {
			Thread.onSpinWait();
		}
	}

	private static Supplier<String> failing(Exception failure) {
		return () -> {
			throw (RuntimeException) failure;
		};
	}

}
