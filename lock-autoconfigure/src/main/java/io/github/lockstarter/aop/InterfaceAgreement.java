package io.github.lockstarter.aop;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;

import io.github.lockstarter.DistributedLock;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Refuses a method on which the interfaces of a bean disagree, unless the annotation that
 * counts is that of an interface which extends the others.
 */
final class InterfaceAgreement {

	private InterfaceAgreement() {
	}

	static void check(AnnotatedMethod method) {
		Method declared = method.declared();
		if (declared == null) {
			if (!LockAnnotations.isOnClass(method.method())) {
				check(method, Method::getDeclaringClass);
			}
		}
		else if (declared.getDeclaringClass().isInterface()) {
			check(method, Function.identity());
		}
	}

	/**
	 * The first place counts, as everywhere.
	 * @param place where the annotation of a method of an interface is looked for
	 */
	private static void check(AnnotatedMethod method, Function<Method, ? extends AnnotatedElement> place) {
		List<Method> annotated = LockAnnotations.interfaceMethods(method.method(), method.userClass())
			.stream()
			.filter((each) -> on(place.apply(each)).isPresent())
			.toList();
		for (Method other : annotated) {
			Method used = annotated.get(0);
			if (!other.getDeclaringClass().isAssignableFrom(used.getDeclaringClass())
					&& !on(place.apply(other)).synthesize().equals(method.lock())) {
				throw method.refused(
						name(place.apply(used)) + " and " + name(place.apply(other))
								+ " are annotated differently, and which of them counts is left to chance.",
						"Annotate the method of the class, or only one of the interfaces.");
			}
		}
	}

	private static MergedAnnotation<DistributedLock> on(AnnotatedElement place) {
		return LockAnnotations.on(place,
				(place instanceof Method) ? SearchStrategy.DIRECT : SearchStrategy.TYPE_HIERARCHY);
	}

	private static String name(AnnotatedElement place) {
		return (place instanceof Method method) ? method.getDeclaringClass().getSimpleName() + "." + method.getName()
				: ((Class<?>) place).getSimpleName();
	}

}
