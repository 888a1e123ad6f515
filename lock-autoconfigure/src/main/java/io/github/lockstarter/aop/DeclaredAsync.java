package io.github.lockstarter.aop;

import java.util.Optional;

import io.github.lockstarter.DistributedLock.LockRelease;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Checks at start-up whether the work of a method ends after the method has returned, and
 * refuses methods whose lock can't be held until then.
 */
final class DeclaredAsync {

	private final AnnotatedMethod method;

	private final Class<?> type;

	private final AsynchronousResults families;

	private DeclaredAsync(AnnotatedMethod method, AsynchronousResults families) {
		this.method = method;
		this.type = ReturnTypes.of(method);
		this.families = families;
	}

	/**
	 * The family of a method's return type.
	 * @return {@code null} if its work ends with the method
	 */
	static @Nullable AsynchronousResult check(AnnotatedMethod method, AsynchronousResults families) {
		return new DeclaredAsync(method, families).check();
	}

	private @Nullable AsynchronousResult check() {
		boolean entity = HttpEntities.include(this.type);
		AsynchronousResult family = entity ? ofBody() : this.families.of(this.type);
		if (family == null) {
			checkValue(ReturnTypes.declared(this.method), "");
			return null;
		}
		if (!entity) {
			checkMade(family);
			checkValue(ReturnTypes.ofWork(this.method), within(this.type));
		}
		if (this.method.lock().release() == LockRelease.AFTER_TRANSACTION) {
			throw this.method.refused("its 'release' is AFTER_TRANSACTION, but it returns " + this.type.getName()
					+ ", whose work may end later than the transaction.", "Use AFTER_METHOD.");
		}
		return family;
	}

	private @Nullable AsynchronousResult ofBody() {
		Class<?> body = HttpEntities.bodyOf(ReturnTypes.declared(this.method)).resolve(Object.class);
		AsynchronousResult family = this.families.of(body);
		return (family != null && family.mayBeWithinAnEntity(body)) ? family : null;
	}

	private void checkMade(AsynchronousResult family) {
		if (!family.makes(this.type)) {
			throw this.method.refused("it returns " + this.type.getName() + ", which only the application creates.",
					"Declare the general type instead, such as CompletableFuture or Callable.");
		}
	}

	/** The lock is released before the work of a value is done. */
	private void checkValue(ResolvableType declared, String outer) {
		Class<?> value = declared.resolve(Object.class);
		String advice = (this.families.of(value) == null) ? UnsupportedAsync.advice(value)
				: "Return a " + value.getSimpleName() + " that ends when all of the work has ended.";
		if (advice != null) {
			throw this.method.refused("it returns " + outer + value.getName()
					+ ", whose work is done later: the lock would be released before it ends.", advice);
		}
		if (HttpEntities.include(value)) {
			checkValue(HttpEntities.bodyOf(declared), outer + within(value));
		}
		else if (value == Optional.class) {
			checkValue(declared.getGeneric(0), outer + within(value));
		}
	}

	private static String within(Class<?> type) {
		return type.getSimpleName() + " of ";
	}

}
