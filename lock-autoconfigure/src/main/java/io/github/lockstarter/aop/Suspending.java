package io.github.lockstarter.aop;

import java.lang.reflect.Method;

import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Suspending functions of Kotlin, which are compiled to methods with a continuation as
 * their last parameter. Spring calls them so that interceptors get a publisher.
 */
final class Suspending {

	private Suspending() {
	}

	static boolean is(Method method) {
		return KotlinDetector.isSuspendingFunction(method);
	}

	/**
	 * The number of parameters that the function has in its source.
	 */
	static int parameters(Method method) {
		return method.getParameterCount() - (is(method) ? 1 : 0);
	}

	/**
	 * The return type of the function in its source: the one that its continuation takes.
	 */
	static ResolvableType returnType(Method method, Class<?> type) {
		ResolvableType taken = ResolvableType.forMethodParameter(method, method.getParameterCount() - 1, type)
			.getGeneric(0);
		return (taken.resolve() != null) ? taken : ResolvableType.forClass(Object.class);
	}

	/**
	 * The type of the function's result: its return type, or the type that its flow
	 * emits.
	 */
	static ResolvableType valueType(Method method, Class<?> type) {
		ResolvableType returned = returnType(method, type);
		return isFlow(returned) ? returned.getGeneric(0) : returned;
	}

	/**
	 * Whether callers of the function get what it returns, and no flow.
	 */
	static boolean endsWithItsResult(AnnotatedMethod function) {
		return !isFlow(returnType(function.method(), function.userClass()));
	}

	private static boolean isFlow(ResolvableType returned) {
		return returned.toClass().getName().equals("kotlinx.coroutines.flow.Flow");
	}

	/**
	 * The type that interceptors get from the function.
	 * @throws LockDefinitionException if Spring can't call suspending functions here
	 */
	static Class<?> publisher(AnnotatedMethod function) {
		ClassLoader loader = Suspending.class.getClassLoader();
		if (!ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", loader)
				|| !ClassUtils.isPresent("kotlin.reflect.full.KCallables", loader)) {
			throw function.refused("it is a suspending function, which Spring can't intercept here.",
					"Put kotlinx-coroutines-reactor and kotlin-reflect on the class path.");
		}
		boolean flow = isFlow(returnType(function.method(), function.userClass()));
		return ClassUtils.resolveClassName("reactor.core.publisher." + (flow ? "Flux" : "Mono"), loader);
	}

}
