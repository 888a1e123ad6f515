package io.github.lockstarter.aop;

import java.util.List;

import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockSegments;

import org.springframework.expression.EvaluationContext;

/**
 * A key that is mapped to a number of segments: the text before its first expression
 * names them, and the rest chooses one.
 *
 * @param segments the locks
 * @param businessKey the template from the first expression on
 */
record SegmentedKey(LockSegments segments, KeyTemplate businessKey) implements KeySource {

	/**
	 * Split a key.
	 * @throws LockDefinitionException if no text names the segments, or no expression
	 * chooses one
	 */
	static SegmentedKey of(AnnotatedMethod method, String key, KeyTemplate template) {
		KeyTemplate businessKey = template.withoutPrefix();
		if (template.prefix().isBlank() || businessKey.parts().isEmpty()) {
			throw method.refused(
					"its key '" + key + "' with 'segments' does not consist of a text that names the segments and an"
							+ " expression that chooses one.",
					"Write a key such as 'order-#{#orderId}', or leave 'segments' out.");
		}
		try {
			return new SegmentedKey(LockSegments.of(template.prefix(), method.lock().segments()), businessKey);
		}
		catch (IllegalArgumentException ex) {
			throw method.refused(String.valueOf(ex.getMessage()),
					"Correct 'segments', or leave it out for a lock of each key.", ex);
		}
	}

	@Override
	public List<String> resolve(EvaluationContext context) {
		return this.businessKey.resolve(context).stream().map(this.segments::key).distinct().toList();
	}

}
