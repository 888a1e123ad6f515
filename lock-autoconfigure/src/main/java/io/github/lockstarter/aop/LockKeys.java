package io.github.lockstarter.aop;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;

/**
 * The keys of a locked method.
 */
final class LockKeys {

	private final AnnotatedMethod method;

	private final KeyEvaluation evaluation;

	private final List<? extends KeySource> templates;

	private LockKeys(AnnotatedMethod method, KeyEvaluation evaluation, List<? extends KeySource> templates) {
		this.method = method;
		this.evaluation = evaluation;
		this.templates = templates;
	}

	static LockKeys parse(AnnotatedMethod method, KeyEvaluation evaluation, int maxKeys) {
		KeyTemplateParser parser = new KeyTemplateParser(method, evaluation, maxKeys);
		List<KeySource> templates = Arrays.stream(method.lock().key())
			.map((key) -> source(method, key, parser.parse(key)))
			.toList();
		if (templates.isEmpty()) {
			throw method.refused("it has no key.", "Write at least one key.");
		}
		return new LockKeys(method, evaluation, templates);
	}

	private static KeySource source(AnnotatedMethod method, String key, KeyTemplate template) {
		return (method.lock().segments() == -1) ? template : SegmentedKey.of(method, key, template);
	}

	/**
	 * The keys to lock for one call.
	 */
	List<String> resolve(@Nullable Object target, Class<?> targetClass, @Nullable Object[] arguments) {
		KeyRoot root = new KeyRoot(this.method.method(), target, targetClass, arguments);
		EvaluationContext context = this.evaluation.context(root, this.method.parameterSource());
		return (this.templates.size() == 1) ? this.templates.get(0).resolve(context)
				: this.templates.stream().flatMap((template) -> template.resolve(context).stream()).toList();
	}

}
