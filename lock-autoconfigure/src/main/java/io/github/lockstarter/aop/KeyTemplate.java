package io.github.lockstarter.aop;

import java.util.List;

import org.springframework.expression.EvaluationContext;

/**
 * A key, parsed into its parts.
 *
 * @param parts the parts
 */
record KeyTemplate(List<KeyPart> parts) {

	/**
	 * The keys for one call: one, or one for each element of the parts that are
	 * collections.
	 */
	List<String> resolve(EvaluationContext context) {
		List<String> keys = List.of("");
		for (KeyPart part : this.parts) {
			List<String> texts = part.resolve(context);
			keys = keys.stream().flatMap((key) -> texts.stream().map(key::concat)).toList();
		}
		return keys;
	}

}
