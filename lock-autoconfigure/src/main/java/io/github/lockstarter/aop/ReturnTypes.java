package io.github.lockstarter.aop;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Checks the return types of methods.
 */
final class ReturnTypes {

	private ReturnTypes() {
	}

	/**
	 * The return type of a method in the class of its bean, as interceptors see it.
	 */
	static Class<?> of(AnnotatedMethod annotated) {
		if (Suspending.is(annotated.method())) {
			return Suspending.publisher(annotated);
		}
		return GenericTypeResolver.resolveReturnType(annotated.method(), annotated.userClass());
	}

	/**
	 * Refuse a type that the empty result of a fail strategy does not fit.
	 * @param failStrategy the strategy; EXCEPTION if none ever applies
	 * @param later the family of the type, if its work ends later
	 */
	static void check(AnnotatedMethod annotated, String name, LockFailStrategy failStrategy,
			@Nullable AsynchronousResult later) {
		if (failStrategy == LockFailStrategy.EXCEPTION) {
			return;
		}
		checkNullability(annotated, name, failStrategy, later);
		if (hasEmptyForm(annotated, failStrategy, later)) {
			return;
		}
		Class<?> type = of(annotated);
		String returned = type.isPrimitive() ? "the primitive '" + type.getName() + "'" : type.getName();
		String other = type.isPrimitive()
				? ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName() + " or an Optional"
				: "a type that can be empty, such as Mono";
		throw annotated.refused(
				"its fail strategy is " + failStrategy + ", but it returns " + returned + ", which has no empty form.",
				"Return " + other + orElse(name));
	}

	/**
	 * A function of Kotlin gives null where its work ends with it, unless that is
	 * Optional.
	 */
	private static void checkNullability(AnnotatedMethod annotated, String name, LockFailStrategy failStrategy,
			@Nullable AsynchronousResult later) {
		boolean suspending = Suspending.is(annotated.method());
		ResolvableType returned = suspending ? Suspending.returnType(annotated.method(), annotated.userClass())
				: declared(annotated);
		boolean mayBeNull = suspending ? Suspending.endsWithItsResult(annotated) : later == null;
		if (mayBeNull && (failStrategy == LockFailStrategy.RETURN_NULL || empty(returned.toClass()) == null)
				&& KotlinTypes.isNeverNull(annotated.method(), returned)) {
			String type = returned.toClass().getSimpleName();
			throw annotated.refused("its fail strategy is " + failStrategy + ", but it returns " + type
					+ ", which is never null in Kotlin.", "Return " + type + "?" + orElse(name));
		}
	}

	private static String orElse(String name) {
		return ", or use the fail strategy EXCEPTION, in the annotation and under 'distributed-lock.locks." + name
				+ "', or write a fallback.";
	}

	private static boolean hasEmptyForm(AnnotatedMethod annotated, LockFailStrategy failStrategy,
			@Nullable AsynchronousResult later) {
		Class<?> type = of(annotated);
		if (later == null) {
			return !type.isPrimitive() || type == void.class;
		}
		return later.mayBeEmpty(type)
				|| (failStrategy == LockFailStrategy.SKIP && empty(ofWork(annotated).resolve(Object.class)) != null);
	}

	/**
	 * The return type of a method in the class of its bean, with its type arguments.
	 */
	static ResolvableType declared(AnnotatedMethod annotated) {
		return Suspending.is(annotated.method()) ? ResolvableType.forClass(of(annotated))
				: ResolvableType.forMethodReturnType(annotated.method(), annotated.userClass());
	}

	/**
	 * The type of the values with which the work of an asynchronous method ends.
	 */
	static ResolvableType ofWork(AnnotatedMethod annotated) {
		return Suspending.is(annotated.method()) ? Suspending.valueType(annotated.method(), annotated.userClass())
				: declared(annotated).getGeneric(0);
	}

	/**
	 * Whether a method of this return type may return a value.
	 */
	static boolean allows(Class<?> type, @Nullable Object value) {
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

}
