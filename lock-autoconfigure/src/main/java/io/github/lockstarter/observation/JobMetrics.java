package io.github.lockstarter.observation;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.job.JobListener;
import io.github.lockstarter.job.JobOutcome;
import io.github.lockstarter.job.JobRun;
import io.github.lockstarter.observation.LockMetric.Tag;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the runs of jobs, with Micrometer. The meters of a job exist before it
 * runs for the first time. Thread-safe.
 */
public final class JobMetrics implements JobListener {

	private final MeterFactory meters;

	private final Map<String, Meters> jobs = new ConcurrentHashMap<>();

	/**
	 * Create the metrics.
	 * @param registry where to record
	 */
	public JobMetrics(MeterRegistry registry) {
		this.meters = new MeterFactory(registry);
	}

	@Override
	public void added(String name) {
		this.jobs.computeIfAbsent(name, (fresh) -> new Meters(this.meters, fresh));
	}

	@Override
	public void ended(String name, JobRun run) {
		Meters own = this.jobs.get(name);
		if (own != null) {
			own.ended(run);
		}
	}

	private static final class Meters {

		private final Map<JobOutcome, Timer> runs = new EnumMap<>(JobOutcome.class);

		private volatile @Nullable Long succeededAt;

		Meters(MeterFactory meters, String name) {
			Tags tags = Tags.of(Tag.NAME.asString(), Labels.name(name));
			for (JobOutcome outcome : JobOutcome.values()) {
				this.runs.put(outcome,
						meters.timer(LockMetric.JOB_RUN, tags.and(Tag.OUTCOME.asString(), Labels.of(outcome))));
			}
			meters.secondsGauge(LockMetric.JOB_AGE, tags, this::age);
		}

		void ended(JobRun run) {
			Objects.requireNonNull(this.runs.get(run.outcome())).record(run.took());
			if (run.outcome() == JobOutcome.SUCCEEDED) {
				this.succeededAt = System.nanoTime();
			}
		}

		/** Not a number until a run has succeeded. */
		private double age() {
			Long last = this.succeededAt;
			return (last != null) ? (System.nanoTime() - last) / 1e9 : Double.NaN;
		}

	}

}
