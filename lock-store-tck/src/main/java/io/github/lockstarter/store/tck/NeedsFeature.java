package io.github.lockstarter.store.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;

import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a store must have for a test, or for all of a class. One that says that it lacks
 * it is not tested for that.
 */
@NullMarked
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsFeature {

	/**
	 * What it must have.
	 * @return the feature
	 */
	StoreFeature value();

	/**
	 * Tests of a store.
	 */
	interface OfStore {

		/** Whether the store says that it lacks the feature. */
		boolean lacks(StoreFeature feature);

	}

	/**
	 * Leaves out tests of what a store lacks.
	 */
	final class Check implements BeforeTestExecutionCallback {

		@Override
		public void beforeTestExecution(ExtensionContext context) {
			NeedsFeature needs = needs(context.getRequiredTestMethod());
			if (needs != null && context.getRequiredTestInstance() instanceof OfStore tests) {
				Assumptions.assumeFalse(tests.lacks(needs.value()), () -> "The store lacks this: " + needs.value());
			}
		}

		private static @Nullable NeedsFeature needs(Method method) {
			NeedsFeature own = method.getAnnotation(NeedsFeature.class);
			return (own != null) ? own : method.getDeclaringClass().getAnnotation(NeedsFeature.class);
		}

	}

}
