package io.github.lockstarter.test.spring;

import java.util.List;

import io.github.lockstarter.test.TestLockMode;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Passes the mode of a test class to its application context. Spring Boot has an
 * annotation for that, but in another package in each line.
 *
 * @param mode the mode
 */
record TestLocksCustomizer(TestLockMode mode) implements ContextCustomizer {

	static final String PROPERTY = "distributed-lock.test.mode";

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		TestPropertyValues.of(PROPERTY + "=" + this.mode).applyTo(context);
	}

	static class Factory implements ContextCustomizerFactory {

		@Override
		public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
				List<ContextConfigurationAttributes> attributes) {
			AutoConfigureTestLocks annotation = TestContextAnnotationUtils.findMergedAnnotation(testClass,
					AutoConfigureTestLocks.class);
			return (annotation != null) ? new TestLocksCustomizer(annotation.mode()) : null;
		}

	}

}
