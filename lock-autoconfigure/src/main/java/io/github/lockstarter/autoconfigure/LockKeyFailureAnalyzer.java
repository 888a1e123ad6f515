package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockKeyException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a {@link LockKeyException} at start-up.
 */
class LockKeyFailureAnalyzer extends AbstractFailureAnalyzer<LockKeyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LockKeyException cause) {
		return new FailureAnalysis(String.valueOf(cause.getMessage()), "Correct the key.", cause);
	}

}
