package io.github.lockstarter.store;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
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
	StoreFeature value();

	/**
	 * Leaves out tests of what a store lacks.
	 */
	final class Check implements BeforeTestExecutionCallback {

		@Override
		public void beforeTestExecution(ExtensionContext context) {
			LockStoreContractNeeds needs = needs(context.getRequiredTestMethod());
			if (needs != null && context.getRequiredTestInstance() instanceof LockStoreContractSessions contract) {
				Assumptions.assumeFalse(contract.lacks(needs.value()), () -> "The store lacks this: " + needs.value());
			}
		}

		private static @Nullable LockStoreContractNeeds needs(Method method) {
			LockStoreContractNeeds own = method.getAnnotation(LockStoreContractNeeds.class);
			return (own != null) ? own : method.getDeclaringClass().getAnnotation(LockStoreContractNeeds.class);
		}

	}

}
