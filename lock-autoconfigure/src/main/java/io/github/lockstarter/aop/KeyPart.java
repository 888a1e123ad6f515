package io.github.lockstarter.aop;

import java.util.List;

import org.springframework.expression.EvaluationContext;

/**
 * A part of a key.
 */
@FunctionalInterface
interface KeyPart {

	/**
	 * The text of the part for one call, or the texts if it is a collection.
	 * @param most how many texts there may be
	 */
	List<String> resolve(EvaluationContext context, int most);

	static KeyPart text(String text) {
		return new Text(List.of(text));
	}

	/**
	 * A part that is the same in every call.
	 *
	 * @param texts its text
	 */
	record Text(List<String> texts) implements KeyPart {

		@Override
		public List<String> resolve(EvaluationContext context, int most) {
			return this.texts;
		}

	}

}
