package io.github.lockstarter.sample.report;

import java.time.Instant;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Reports the open orders every ten seconds, on one of the instances.
 */
@Component
class ReportJob {

	private static final int PERIOD_SECONDS = 10;

	private final ReportRepository reports;

	ReportJob(ReportRepository reports) {
		this.reports = reports;
	}

	/**
	 * All instances call this at the same moment. One gets the lock, the others skip; an
	 * instance whose clock is so late that the lock is free again sees that the work is
	 * done.
	 */
	@Scheduled(cron = "${sample.report.cron:*/" + PERIOD_SECONDS + " * * * * *}")
	@DistributedLock(key = "report", name = "report", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
	public void report() {
		long now = Instant.now().getEpochSecond();
		Instant period = Instant.ofEpochSecond(now - now % PERIOD_SECONDS);
		if (!this.reports.exists(period)) {
			this.reports.write(period);
		}
	}

}
