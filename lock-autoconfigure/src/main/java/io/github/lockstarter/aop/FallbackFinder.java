package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.lockstarter.LockException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the fallback that an annotation names, and refuses one that can't be called
 * instead of the method.
 */
final class FallbackFinder {

	private final LockAnnotations annotations;

	FallbackFinder(LockAnnotations annotations) {
		this.annotations = annotations;
	}

	/**
	 * The fallback of a method.
	 * @return the fallback; {@code null} if the annotation names none
	 */
	@Nullable Fallback find(AnnotatedMethod method) {
		String name = method.lock().fallback();
		if (name.isEmpty()) {
			return null;
		}
		if (name.indexOf('(') >= 0) {
			throw method.refused("its 'fallback' is '" + name + "', which is more than a name.",
					"Write only the name, '" + name.substring(0, name.indexOf('(')).strip() + "'.");
		}
		if (name.isBlank()) {
			throw method.refused("its 'fallback' is blank.",
					"Write the name of a method of its class, or leave it out.");
		}
		Signature locked = Signature.of(method.method(), method.userClass());
		List<ResolvableType> longer = new ArrayList<>(locked.parameters());
		longer.add(ResolvableType.forClass(LockException.class));
		Collection<Signature> named = named(method, name, locked);
		List<Signature> fitting = named.stream()
			.filter((candidate) -> candidate.takes(locked.parameters()) || candidate.takes(longer))
			.toList();
		if (fitting.isEmpty()) {
			throw method.refused(
					named.isEmpty()
							? "its 'fallback' is '" + name + "', but its class has no other method of that name."
							: "its fallback has other parameters: " + list(named) + ".",
					"Declare " + expected(name, locked, longer) + " in its class.");
		}
		if (fitting.size() > 1) {
			throw method.refused("its fallback is ambiguous: " + list(fitting) + ".",
					"Keep one of them, or give one another name.");
		}
		Signature fallback = fitting.get(0);
		check(method, locked, fallback);
		return new Fallback(fallback.method(), fallback.parameters().size() == longer.size());
	}

	private void check(AnnotatedMethod method, Signature locked, Signature fallback) {
		String subject = "its fallback '" + fallback + "' ";
		if (Modifier.isStatic(fallback.method().getModifiers())) {
			throw method.refused(subject + "is static, but is called on the bean.", "Remove 'static' from it.");
		}
		if (Suspending.is(fallback.method()) && !Suspending.is(locked.method())) {
			throw method.refused(subject + "is a suspending function, but the method is not.",
					"Remove 'suspend' from it.");
		}
		if (!fallback.returns(locked.returnType())) {
			throw method.refused(subject + "returns '" + Signature.text(fallback.returnType()) + "'.",
					"Let it return '" + Signature.text(locked.returnType()) + "', as the method does.");
		}
		if (this.annotations.find(fallback.method(), method.userClass()) != null) {
			throw method.refused(subject + "is locked itself, but is called on the bean, not on the proxy that locks.",
					"Name a method without @DistributedLock; if the annotation is on the class, make it private.");
		}
		for (Class<?> type : fallback.method().getExceptionTypes()) {
			if (!RuntimeException.class.isAssignableFrom(type) && !Error.class.isAssignableFrom(type)
					&& !ReflectionUtils.declaresException(locked.method(), type)) {
				throw method.refused(subject + "throws " + type.getName() + ", which the method does not declare.",
						"Let it throw what the method declares, or an unchecked exception.");
			}
		}
	}

	/**
	 * The other methods of that name that the bean has; of those that override each
	 * other, one.
	 */
	private static Collection<Signature> named(AnnotatedMethod method, String name, Signature locked) {
		Map<List<Class<?>>, Signature> named = new LinkedHashMap<>();
		for (Class<?> type : types(method)) {
			for (Method candidate : ReflectionUtils.getDeclaredMethods(type)) {
				if (candidate.getName().equals(name) && !candidate.isSynthetic()) {
					Signature signature = Signature.of(AopUtils.getMostSpecificMethod(candidate, method.userClass()),
							method.userClass());
					named.putIfAbsent(signature.erasure(), signature);
				}
			}
		}
		if (name.equals(locked.method().getName())) {
			named.remove(locked.erasure());
		}
		return named.values();
	}

	/**
	 * The classes to search. First the one with the annotation, whose author wrote the
	 * name: it may name a private method.
	 */
	private static Set<Class<?>> types(AnnotatedMethod method) {
		Set<Class<?>> types = new LinkedHashSet<>();
		for (Class<?> start : List.of(method.parameterSource().getDeclaringClass(), method.userClass())) {
			for (Class<?> type = start; type != null; type = type.getSuperclass()) {
				types.add(type);
			}
		}
		types.addAll(ClassUtils.getAllInterfacesForClassAsSet(method.userClass()));
		return types;
	}

	private static String expected(String name, Signature locked, List<ResolvableType> longer) {
		String returnType = Signature.text(locked.returnType()) + " ";
		String same = returnType + Signature.text(name, locked.parameters());
		String withException = returnType + Signature.text(name, longer);
		return name.equals(locked.method().getName()) ? "'" + withException + "'"
				: "'" + same + "' or '" + withException + "'";
	}

	private static String list(Collection<Signature> signatures) {
		return signatures.stream().map((each) -> "'" + each + "'").sorted().collect(Collectors.joining(", "));
	}

}
