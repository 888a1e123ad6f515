package io.github.lockstarter.store.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Set;

import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Feature that a store must have for a test, or for all of a class. A store that says
 * that it lacks it is not tested for that.
 */
@NullMarked
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsFeature {

	/**
	 * Feature that the store must have.
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
	 * Features that the store of a test class lacks. Tests that need them are left out
	 * when tests are looked for, so that nothing is counted as skipped.
	 */
	@Inherited
	@Target(ElementType.TYPE)
	@Retention(RetentionPolicy.RUNTIME)
	@interface Lacking {

		/**
		 * Features that the store lacks.
		 * @return the features
		 */
		StoreFeature[] value();

	}

	/**
	 * Leaves out tests of what a store is known to lack. Registered as a service.
	 */
	final class Filter implements PostDiscoveryFilter {

		@Override
		public FilterResult apply(TestDescriptor descriptor) {
			return FilterResult.includedIf(descriptor.getSource()
				.filter(MethodSource.class::isInstance)
				.map(MethodSource.class::cast)
				.map((source) -> isPossible(source.getJavaClass(), source.getJavaMethod()))
				.orElse(true));
		}

		private static boolean isPossible(Class<?> tests, Method method) {
			NeedsFeature needs = Check.needs(method);
			return needs == null || !Check.lackedBy(tests).contains(needs.value());
		}

	}

	/**
	 * Skips tests of what a store turns out to lack.
	 */
	final class Check implements BeforeTestExecutionCallback {

		@Override
		public void beforeTestExecution(ExtensionContext context) {
			NeedsFeature needs = needs(context.getRequiredTestMethod());
			if (needs != null && context.getRequiredTestInstance() instanceof OfStore tests) {
				Assumptions.assumeFalse(tests.lacks(needs.value()), () -> "The store lacks this: " + needs.value());
			}
		}

		/** Features that the store is known to lack. */
		static Set<StoreFeature> lackedBy(Class<?> tests) {
			Lacking lacking = tests.getAnnotation(Lacking.class);
			return (lacking != null) ? Set.of(lacking.value()) : Set.of();
		}

		static @Nullable NeedsFeature needs(Method method) {
			NeedsFeature own = method.getAnnotation(NeedsFeature.class);
			return (own != null) ? own : method.getDeclaringClass().getAnnotation(NeedsFeature.class);
		}

	}

}
