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
	 */
	List<String> resolve(EvaluationContext context);

	static KeyPart text(String text) {
		List<String> texts = List.of(text);
		return (context) -> texts;
	}

}
