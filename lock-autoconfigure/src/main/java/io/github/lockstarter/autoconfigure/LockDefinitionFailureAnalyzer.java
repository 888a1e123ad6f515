package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockDefinitionException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a {@link LockDefinitionException}.
 */
class LockDefinitionFailureAnalyzer extends AbstractFailureAnalyzer<LockDefinitionException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LockDefinitionException cause) {
		return new FailureAnalysis(description(cause), cause.getAction(), cause);
	}

	private static String description(LockDefinitionException cause) {
		String message = String.valueOf(cause.getMessage());
		String action = cause.getAction();
		return message.endsWith(action) ? message.substring(0, message.length() - action.length()).stripTrailing()
				: message;
	}

}
