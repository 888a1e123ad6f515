package io.github.lockstarter.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Guesses from the application's beans whether anything consumes observations other than
 * to make meters, for which the observations of locks are not used. An unused observation
 * costs as much as a used one, and more than a lock that passes inside the JVM. When in
 * doubt, the guess is yes.
 */
final class ObservationReaders {

	/** In Spring Boot 4 and 3. */
	private static final List<String> BOOT = List.of("org.springframework.boot.micrometer.observation.autoconfigure.",
			"org.springframework.boot.actuate.autoconfigure.observation.");

	private static final String METER_HANDLER = "io.micrometer.core.instrument.observation.MeterObservationHandler";

	private ObservationReaders() {
	}

	static boolean exist(ConfigurableListableBeanFactory beans) {
		return !isMadeByBoot(beans) || isCustomized(beans) || hasReadingHandlers(beans);
	}

	private static boolean isMadeByBoot(ConfigurableListableBeanFactory beans) {
		return Arrays.stream(beans.getBeanNamesForType(ObservationRegistry.class, true, false))
			.allMatch((name) -> beans.containsBeanDefinition(name)
					&& isOfBoot(beans.getBeanDefinition(name).getFactoryBeanName()));
	}

	private static boolean isOfBoot(@Nullable String maker) {
		return BOOT.stream().anyMatch((room) -> (room + "ObservationAutoConfiguration").equals(maker));
	}

	private static boolean isCustomized(ConfigurableListableBeanFactory beans) {
		return BOOT.stream().anyMatch((room) -> !names(beans, room + "ObservationRegistryCustomizer").isEmpty());
	}

	private static boolean hasReadingHandlers(ConfigurableListableBeanFactory beans) {
		Set<String> meters = names(beans, METER_HANDLER);
		return !meters.containsAll(List.of(beans.getBeanNamesForType(ObservationHandler.class, true, false)));
	}

	/** The beans of a type that may be absent. */
	private static Set<String> names(ConfigurableListableBeanFactory beans, String type) {
		ClassLoader classLoader = beans.getBeanClassLoader();
		return ClassUtils.isPresent(type, classLoader)
				? Set.of(beans.getBeanNamesForType(ClassUtils.resolveClassName(type, classLoader), true, false))
				: Set.of();
	}

}
