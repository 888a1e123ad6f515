package io.github.lockstarter.aop;

import java.util.List;

import org.springframework.expression.EvaluationContext;

/**
 * Where the keys of a call come from.
 */
@FunctionalInterface
interface KeySource {

	/**
	 * The keys for one call.
	 */
	List<String> resolve(EvaluationContext context);

}
