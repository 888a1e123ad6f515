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

	private final List<KeyTemplate> templates;

	private LockKeys(AnnotatedMethod method, KeyEvaluation evaluation, List<KeyTemplate> templates) {
		this.method = method;
		this.evaluation = evaluation;
		this.templates = templates;
	}

	static LockKeys parse(AnnotatedMethod method, KeyEvaluation evaluation) {
		KeyTemplateParser parser = new KeyTemplateParser(method, evaluation);
		List<KeyTemplate> templates = Arrays.stream(method.lock().key()).map(parser::parse).toList();
		if (templates.isEmpty()) {
			throw method.refused("it has no key.", "Write at least one key.");
		}
		return new LockKeys(method, evaluation, templates);
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
