package io.github.lockstarter.aop;

import java.util.stream.Stream;

import org.springframework.core.annotation.MergedAnnotations;

/**
 * Methods that the container calls on the bean itself, where no proxy can intercept them.
 */
final class LifecycleMethods {

	private LifecycleMethods() {
	}

	/**
	 * Refuse an annotation on such a method; one on its class means the other methods.
	 */
	static void check(AnnotatedMethod method) {
		if (method.declared() == null) {
			return;
		}
		MergedAnnotations annotations = MergedAnnotations.from(method.method());
		Stream.of("PostConstruct", "PreDestroy")
			.filter((name) -> annotations.isPresent("jakarta.annotation." + name))
			.findFirst()
			.ifPresent((name) -> {
				throw method.refused("the container calls it as @" + name + " on the bean itself, not on its proxy.",
						"Move the work to a method that another bean calls, or use LockClient in it.");
			});
	}

}
