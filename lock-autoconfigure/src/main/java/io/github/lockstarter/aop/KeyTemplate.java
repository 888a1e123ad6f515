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
			keys = combine(keys, part.resolve(context));
		}
		return keys;
	}

	private static List<String> combine(List<String> keys, List<String> texts) {
		return (keys.size() == 1 && texts.size() == 1) ? List.of(keys.get(0).concat(texts.get(0)))
				: keys.stream().flatMap((key) -> texts.stream().map(key::concat)).toList();
	}

}
