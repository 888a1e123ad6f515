package io.github.lockstarter.applications;

import org.quartz.JobExecutionContext;

import org.springframework.scheduling.quartz.QuartzJobBean;

class ReportJob extends QuartzJobBean {

	private final Reports reports;

	ReportJob(Reports reports) {
		this.reports = reports;
	}

	@Override
	protected void executeInternal(JobExecutionContext context) {
		this.reports.nightly();
	}

}
