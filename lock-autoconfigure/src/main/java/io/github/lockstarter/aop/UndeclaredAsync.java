package io.github.lockstarter.aop;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Examines the result of a method or of its work, if the declared type does not say
 * whether that is asynchronous work. Thread-safe.
 */
final class UndeclaredAsync {

	private final AnnotatedMethod method;

	private final AsynchronousResults families;

	/** Only a type that says nothing can hide it. */
	private final boolean possible;

	/**
	 * Create the check.
	 * @param value the type that is returned, or with which an asynchronous result ends
	 */
	UndeclaredAsync(AnnotatedMethod method, ResolvableType value, AsynchronousResults families) {
		this.method = method;
		this.families = families;
		this.possible = saysNothing(value);
	}

	private static boolean saysNothing(ResolvableType value) {
		Class<?> type = value.resolve(Object.class);
		return type == Object.class
				|| (HttpEntities.include(type) && HttpEntities.bodyOf(value).resolve(Object.class) == Object.class);
	}

	/**
	 * The family that can hold the lock for the result of a method.
	 * @return the family of its type; {@code null} if it is not asynchronous work
	 * @throws IllegalStateException if it is asynchronous work for which nothing can hold
	 * the lock
	 */
	@Nullable AsynchronousResult find(@Nullable Object returned) {
		if (!this.possible || returned == null) {
			return null;
		}
		AsynchronousResult family = this.families.of(returned.getClass());
		if (family == null) {
			refuse(returned);
		}
		return family;
	}

	/**
	 * Refuse to end with asynchronous work, which would outlast the lock.
	 * @throws IllegalStateException if the value is such work
	 */
	void refuse(@Nullable Object value) {
		Object hidden = (this.possible && value != null) ? unwrap(value) : null;
		if (hidden == null) {
			return;
		}
		Class<?> type = hidden.getClass();
		boolean held = this.families.of(type) != null;
		String advice = held ? "Declare that type as the return type of the method, and nothing around it."
				: UnsupportedAsync.advice(type);
		if (advice != null) {
			throw new IllegalStateException("The method " + this.method + " returned " + article(value, hidden)
					+ type.getName()
					+ ", whose work is done later, but its return type does not say so: the lock does not cover it. "
					+ advice);
		}
	}

	private static @Nullable Object unwrap(Object value) {
		return (value instanceof Optional<?> optional) ? optional.orElse(null) : HttpEntities.unwrap(value);
	}

	private static String article(@Nullable Object value, Object hidden) {
		return (value == hidden) ? "a " : (value instanceof Optional) ? "an Optional of a " : "an entity of a ";
	}

}
