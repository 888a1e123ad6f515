package io.github.lockstarter.aop;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Looks into what a method returns, or its work ends with, if the declared type does not
 * say whether it is work that is done later. Thread-safe.
 */
final class HiddenWork {

	private final AnnotatedMethod method;

	private final AsynchronousResults families;

	/** Only a type that says nothing can hide it. */
	private final boolean possible;

	/**
	 * Create it.
	 * @param value the type of what is returned, or of what an asynchronous result ends
	 * with
	 */
	HiddenWork(AnnotatedMethod method, ResolvableType value, AsynchronousResults families) {
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
	 * What can hold the lock for what a method has returned.
	 * @return the family of its type; {@code null} if no work is done later
	 * @throws IllegalStateException if its work is done later, and nothing can hold the
	 * lock for it
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
	 * Refuse to end with work that is done later, when the lock is released.
	 * @throws IllegalStateException if the value is such work
	 */
	void refuse(@Nullable Object value) {
		Object hidden = (this.possible && value != null) ? HttpEntities.unwrap(value) : null;
		if (hidden == null) {
			return;
		}
		Class<?> type = hidden.getClass();
		boolean held = this.families.of(type) != null;
		String advice = held ? "Declare that type as the return type of the method, and nothing around it."
				: UnheldWork.advice(type);
		if (advice != null) {
			throw new IllegalStateException("The method " + this.method + " has returned " + article(value, hidden)
					+ type.getName()
					+ ", whose work is done later, and its return type does not say so: the lock does not cover it. "
					+ advice);
		}
	}

	private static String article(@Nullable Object value, Object hidden) {
		return (value == hidden) ? "a " : "an entity of a ";
	}

}
