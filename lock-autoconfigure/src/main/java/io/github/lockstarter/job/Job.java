package io.github.lockstarter.job;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The last runs of one job. Thread-safe.
 */
final class Job {

	private final String name;

	private final Clock clock;

	private final AtomicInteger running = new AtomicInteger();

	private volatile @Nullable JobRun lastRun;

	private volatile @Nullable JobSkip lastSkip;

	Job(String name, Clock clock) {
		this.name = name;
		this.clock = clock;
	}

	void began() {
		this.running.incrementAndGet();
	}

	void ended(JobRun run) {
		this.lastRun = run;
		this.running.decrementAndGet();
	}

	void skipped(LockOutcome outcome) {
		this.lastSkip = new JobSkip(this.clock.instant(), outcome);
	}

	JobStatus status() {
		return new JobStatus(this.name, this.running.get(), this.lastRun, this.lastSkip);
	}

}
