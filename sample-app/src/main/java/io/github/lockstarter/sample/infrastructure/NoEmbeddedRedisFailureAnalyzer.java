package io.github.lockstarter.sample.infrastructure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

class NoEmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<NoEmbeddedRedisException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NoEmbeddedRedisException cause) {
		return new FailureAnalysis(
				"The Redis that this sample brings along does not run on %s (%s)."
					.formatted(System.getProperty("os.name"), System.getProperty("os.arch")),
				"Start one with 'docker compose -f sample-app/compose.yaml up -d', or use any other,"
						+ " and run the sample with '--spring.data.redis.host=localhost'.",
				cause);
	}

}
