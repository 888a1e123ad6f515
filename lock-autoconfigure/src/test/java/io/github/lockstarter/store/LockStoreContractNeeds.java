package io.github.lockstarter.store;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a store must have for a part of the {@link LockStoreContract}. One that says that
 * it lacks it is not asked for that part.
 */
@NullMarked
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@interface LockStoreContractNeeds {

	/**
	 * What it must have.
	 * @return the feature
	 */
	LockStoreContractFeature value();

	/**
	 * Leaves out tests of what a store lacks.
	 */
	final class Condition implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			LockStoreContractNeeds needs = context.getTestMethod().map(Condition::needs).orElse(null);
			if (needs != null && context.getRequiredTestInstance() instanceof LockStoreContractSessions contract
					&& contract.lacks().contains(needs.value())) {
				return ConditionEvaluationResult.disabled("The store lacks this: " + needs.value());
			}
			return ConditionEvaluationResult.enabled(null);
		}

		private static @Nullable LockStoreContractNeeds needs(Method method) {
			LockStoreContractNeeds own = method.getAnnotation(LockStoreContractNeeds.class);
			return (own != null) ? own : method.getDeclaringClass().getAnnotation(LockStoreContractNeeds.class);
		}

	}

}
