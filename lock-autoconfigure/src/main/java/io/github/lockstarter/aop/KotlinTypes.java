package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;

import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * Facts that Kotlin knows of types beyond what Java does.
 */
final class KotlinTypes {

	private static final int RETURN_TYPE = -1;

	private KotlinTypes() {
	}

	/**
	 * Whether callers of a function rely on it that it returns no null. Unknown without
	 * kotlin-reflect.
	 * @param returned its return type in its source
	 */
	static boolean isNeverNull(Method function, ResolvableType returned) {
		return KotlinDetector.isKotlinReflectPresent() && KotlinDetector.isKotlinType(function.getDeclaringClass())
				&& returned.resolve() != null && !(returned.getType() instanceof TypeVariable<?>)
				&& !isPrimitiveOrUnit(returned.toClass()) && !new MethodParameter(function, RETURN_TYPE).isOptional();
	}

	private static boolean isPrimitiveOrUnit(Class<?> type) {
		return type.isPrimitive() || type.getName().equals("kotlin.Unit");
	}

}
