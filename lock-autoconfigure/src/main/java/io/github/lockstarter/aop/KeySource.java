package io.github.lockstarter.aop;

import java.util.List;

import org.springframework.expression.EvaluationContext;

/**
 * Source of the keys of a call.
 */
@FunctionalInterface
interface KeySource {

	/**
	 * The keys for one call.
	 */
	List<String> resolve(EvaluationContext context);

}
