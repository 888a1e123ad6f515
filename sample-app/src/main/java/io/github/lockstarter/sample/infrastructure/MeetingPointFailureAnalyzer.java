package io.github.lockstarter.sample.infrastructure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

class MeetingPointFailureAnalyzer extends AbstractFailureAnalyzer<MeetingPointException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MeetingPointException cause) {
		return new FailureAnalysis(cause.getMessage(), null, cause);
	}

}
