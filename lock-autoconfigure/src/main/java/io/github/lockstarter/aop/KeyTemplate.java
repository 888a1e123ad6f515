package io.github.lockstarter.aop;

import java.util.List;
import java.util.stream.Collectors;

import io.github.lockstarter.aop.KeyPart.Text;

import org.springframework.expression.EvaluationContext;

/**
 * A key, parsed into its parts.
 *
 * @param parts the parts
 * @param maxKeys how many keys one call may have
 */
record KeyTemplate(List<KeyPart> parts, int maxKeys) implements KeySource {

	/**
	 * The keys for one call: one, or one for each element of the parts that are
	 * collections.
	 */
	@Override
	public List<String> resolve(EvaluationContext context) {
		List<String> keys = List.of("");
		for (KeyPart part : this.parts) {
			keys = combine(keys, part.resolve(context, this.maxKeys / keys.size()));
		}
		return keys;
	}

	/** The text before the first expression. */
	String prefix() {
		return this.parts.stream()
			.takeWhile(Text.class::isInstance)
			.map((part) -> ((Text) part).texts().get(0))
			.collect(Collectors.joining());
	}

	/** The same from the first expression on; without parts if there is none. */
	KeyTemplate withoutPrefix() {
		return new KeyTemplate(this.parts.stream().dropWhile(Text.class::isInstance).toList(), this.maxKeys);
	}

	private static List<String> combine(List<String> keys, List<String> texts) {
		return (keys.size() == 1 && texts.size() == 1) ? List.of(keys.get(0).concat(texts.get(0)))
				: keys.stream().flatMap((key) -> texts.stream().map(key::concat)).toList();
	}

}
