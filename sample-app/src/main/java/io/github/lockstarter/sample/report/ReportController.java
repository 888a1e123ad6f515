package io.github.lockstarter.sample.report;

import java.util.List;

import io.github.lockstarter.sample.report.ReportRepository.Report;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReportController {

	private final ReportRepository reports;

	ReportController(ReportRepository reports) {
		this.reports = reports;
	}

	@GetMapping("/reports")
	List<Report> reports() {
		return this.reports.findLatest();
	}

}
