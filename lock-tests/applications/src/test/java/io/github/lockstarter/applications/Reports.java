package io.github.lockstarter.applications;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;

import org.springframework.stereotype.Component;

@Component
class Reports {

	private final ReportSender sender;

	Reports(ReportSender sender) {
		this.sender = sender;
	}

	@DistributedLock(key = "nightly-report", waitTime = 0, minHold = 60, failStrategy = LockFailStrategy.SKIP)
	public void nightly() {
		this.sender.send("nightly");
	}

}
