package io.github.lockstarter.observation;

import io.github.lockstarter.LockAcquiredEvent;
import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockReleasedAfterLossEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;

/**
 * The meters of the locks of one name, of all kinds.
 */
final class MetersByName {

	private final Counter localHandovers;

	private final Counter losses;

	private final Counter releasedAfterLoss;

	MetersByName(MeterFactory meters, String name, LockGauges gauges) {
		Tags tags = Tags.of(LockMetric.Tag.NAME.asString(), Labels.name(name));
		this.localHandovers = meters.counter(LockMetric.LOCAL_HANDOVERS, tags);
		this.losses = meters.counter(LockMetric.LOSSES, tags);
		this.releasedAfterLoss = meters.counter(LockMetric.RELEASED_AFTER_LOSS, tags);
		gauges.add(name, tags);
	}

	void count(LockEvent event) {
		if (event instanceof LockAcquiredEvent acquired) {
			if (acquired.passed()) {
				this.localHandovers.increment();
			}
		}
		else if (event instanceof LockLostEvent) {
			this.losses.increment();
		}
		else if (event instanceof LockReleasedAfterLossEvent) {
			this.releasedAfterLoss.increment();
		}
	}

}
