package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Checks what the return type of a method allows.
 */
final class ReturnTypes {

	private static final boolean REACTIVE = ClassUtils.isPresent("org.reactivestreams.Publisher",
			ReturnTypes.class.getClassLoader());

	private ReturnTypes() {
	}

	/**
	 * The return type of a method in the class of its bean.
	 */
	static Class<?> of(AnnotatedMethod annotated) {
		return GenericTypeResolver.resolveReturnType(annotated.method(), annotated.userClass());
	}

	/**
	 * Refuse a type that a lock, or the empty result of a fail strategy, does not go
	 * with.
	 * @param failStrategy the strategy; EXCEPTION if none ever applies
	 */
	static void check(AnnotatedMethod annotated, String name, LockFailStrategy failStrategy) {
		Method method = annotated.method();
		Class<?> type = method.getReturnType();
		if (KotlinDetector.isSuspendingFunction(method) || isAsynchronous(type)) {
			String what = KotlinDetector.isSuspendingFunction(method) ? "it is a suspending function"
					: "it returns " + type.getName();
			throw annotated.refused(what
					+ ", and asynchronous methods are not supported yet: the lock would be released before the work"
					+ " is done.",
					"Lock a method that returns when its work is done, or use LockClient.lock(…).acquireAsync().");
		}
		if (failStrategy != LockFailStrategy.EXCEPTION && type.isPrimitive() && type != void.class) {
			throw annotated.refused(
					"its fail strategy is " + failStrategy + ", but it returns the primitive '" + type.getName()
							+ "', which has no empty form.",
					"Return " + ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName()
							+ " or an Optional, or use the fail strategy EXCEPTION, in the annotation and under"
							+ " 'distributed-lock.locks." + name + "', or write a fallback.");
		}
	}

	/**
	 * Whether a method may return a value.
	 */
	static boolean allows(AnnotatedMethod annotated, @Nullable Object value) {
		Class<?> type = of(annotated);
		return (type == void.class) ? value == null : ClassUtils.isAssignableValue(type, value);
	}

	/**
	 * The empty form of a return type.
	 */
	static @Nullable Object empty(Class<?> type) {
		if (type == Optional.class) {
			return Optional.empty();
		}
		if (type == OptionalInt.class) {
			return OptionalInt.empty();
		}
		if (type == OptionalLong.class) {
			return OptionalLong.empty();
		}
		return (type == OptionalDouble.class) ? OptionalDouble.empty() : null;
	}

	private static boolean isAsynchronous(Class<?> type) {
		return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
				|| Flow.Publisher.class.isAssignableFrom(type)
				|| (REACTIVE && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
	}

}
