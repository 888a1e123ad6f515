package io.github.lockstarter.aop;

import java.lang.reflect.Method;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * A method and the annotation that applies to it.
 *
 * @param method the method that would run
 * @param userClass the class of the bean
 * @param lock the annotation
 * @param declared the method that has the annotation; {@code null} if a type has it
 */
record AnnotatedMethod(Method method, Class<?> userClass, DistributedLock lock, @Nullable Method declared) {

	/**
	 * The name under which settings and metrics know the lock if the annotation has none.
	 */
	String defaultName() {
		Class<?> named = namingClass();
		String simpleName = named.getSimpleName();
		return (simpleName.isEmpty() ? ClassUtils.getShortName(named) : simpleName) + "." + this.method.getName();
	}

	/**
	 * The class at the beginning of such a name.
	 */
	Class<?> namingClass() {
		Class<?> declaringClass = this.method.getDeclaringClass();
		return declaringClass.isInterface() ? declaringClass : this.userClass;
	}

	/**
	 * The method to whose parameters the annotation refers.
	 */
	Method parameterSource() {
		return (this.declared != null) ? this.declared : this.method;
	}

	boolean isCoveredByType() {
		return this.declared == null;
	}

	LockDefinitionException refused(String problem, String action) {
		return refused(problem, action, null);
	}

	LockDefinitionException refused(String problem, String action, @Nullable Throwable cause) {
		return new LockDefinitionException(
				"The method " + this + (isCoveredByType() ? ", which the annotation of its type covers," : "")
						+ " can't be locked: " + problem,
				action, cause);
	}

	@Override
	public String toString() {
		return this.userClass.getName() + "." + this.method.getName();
	}

}
