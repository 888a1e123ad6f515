package io.github.lockstarter.observation;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Factory of the meters of the locks. An exception of a registry or one of its filters is
 * logged, and a meter without a registry is used instead: no lock fails because it can't
 * be counted.
 */
final class MeterFactory {

	private static final Log logger = LogFactory.getLog(MeterFactory.class);

	private final MeterRegistry registry;

	MeterFactory(MeterRegistry registry) {
		this.registry = registry;
	}

	Timer timer(LockMetric metric, Tags tags) {
		return make(metric,
				(registry) -> Timer.builder(metric.getName())
					.description(metric.description())
					.tags(tags)
					.register(registry));
	}

	Counter counter(LockMetric metric, Tags tags) {
		return make(metric,
				(registry) -> Counter.builder(metric.getName())
					.description(metric.description())
					.tags(tags)
					.register(registry));
	}

	void gauge(LockMetric metric, Tags tags, Supplier<Number> value) {
		make(metric,
				(registry) -> Gauge.builder(metric.getName(), value)
					.description(metric.description())
					.tags(tags)
					.register(registry));
	}

	void secondsGauge(LockMetric metric, Tags tags, Supplier<Number> seconds) {
		make(metric,
				(registry) -> TimeGauge.builder(metric.getName(), seconds, TimeUnit.SECONDS)
					.description(metric.description())
					.tags(tags)
					.register(registry));
	}

	private <M> M make(LockMetric metric, Function<MeterRegistry, M> maker) {
		try {
			return maker.apply(this.registry);
		}
		catch (RuntimeException ex) {
			logger.warn("The metric '" + metric.getName() + "' can't be recorded; check the meter filters", ex);
			return maker.apply(new CompositeMeterRegistry());
		}
	}

}
