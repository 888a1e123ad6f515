package io.github.lockstarter.aop;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the annotation of a method: on the method, on its class, on the method of an
 * interface, on the interface, in this order. Results are cached, negative ones too.
 */
final class LockAnnotations {

	private static final Log logger = LogFactory.getLog(LockAnnotations.class);

	private final Map<Class<?>, Boolean> classes = new ConcurrentHashMap<>();

	private final Map<MethodClassKey, Optional<AnnotatedMethod>> methods = new ConcurrentHashMap<>();

	/**
	 * Whether anything in the hierarchy of this class is annotated.
	 */
	boolean areOn(Class<?> type) {
		return this.classes.computeIfAbsent(ClassUtils.getUserClass(type), LockAnnotations::search);
	}

	@Nullable AnnotatedMethod find(Method method, Class<?> type) {
		if (!areOn(type) && !areOn(method.getDeclaringClass())) {
			return null;
		}
		Class<?> userClass = ClassUtils.getUserClass(type);
		return this.methods.computeIfAbsent(new MethodClassKey(method, userClass), (key) -> search(method, userClass))
			.orElse(null);
	}

	/**
	 * All annotated methods of a class, also those that no proxy can intercept.
	 */
	Collection<AnnotatedMethod> findAll(Class<?> type) {
		if (!areOn(type)) {
			return List.of();
		}
		Class<?> userClass = ClassUtils.getUserClass(type);
		Map<Method, AnnotatedMethod> found = new LinkedHashMap<>();
		methods(userClass).filter((method) -> !method.isSynthetic() && !Proxy.isProxyClass(method.getDeclaringClass()))
			.forEach((method) -> {
				AnnotatedMethod annotated = find(method, userClass);
				if (annotated != null) {
					found.putIfAbsent(annotated.method(), annotated);
				}
			});
		return found.values();
	}

	/**
	 * The methods of interfaces that this method implements in that class.
	 */
	static Set<Method> interfaceMethods(Method method, Class<?> userClass) {
		if (!Modifier.isPublic(method.getModifiers())) {
			return Set.of();
		}
		Set<Method> found = new LinkedHashSet<>();
		for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(userClass)) {
			for (Method candidate : type.getMethods()) {
				if (candidate.getName().equals(method.getName())
						&& candidate.getParameterCount() == method.getParameterCount()
						&& (candidate.equals(method) || mostSpecific(candidate, userClass).equals(method))) {
					found.add(candidate);
				}
			}
		}
		return found;
	}

	/**
	 * Whether a class is annotated itself although it has no method that this covers.
	 */
	boolean coverNothing(Class<?> type) {
		Class<?> userClass = ClassUtils.getUserClass(type);
		return on(userClass, SearchStrategy.DIRECT).isPresent() && findAll(userClass).isEmpty();
	}

	/**
	 * Whether the annotation of its class covers a method.
	 */
	static boolean isOnClass(Method method) {
		return isCoveredByType(method) && on(method.getDeclaringClass(), SearchStrategy.SUPERCLASS).isPresent();
	}

	private static boolean search(Class<?> userClass) {
		try {
			return AnnotationUtils.isCandidateClass(userClass, DistributedLock.class)
					&& (on(userClass, SearchStrategy.TYPE_HIERARCHY).isPresent()
							|| methods(userClass).anyMatch((method) -> on(method, SearchStrategy.DIRECT).isPresent()));
		}
		catch (IllegalStateException | LinkageError ex) {
			// a signature names a class that is missing: no such bean can be created
			logger.debug("The methods of " + userClass.getName() + " can't be read", ex);
			return false;
		}
	}

	private static Stream<Method> methods(Class<?> userClass) {
		return Stream.concat(Stream.of(ReflectionUtils.getAllDeclaredMethods(userClass)),
				ClassUtils.getAllInterfacesForClassAsSet(userClass)
					.stream()
					.flatMap((type) -> Stream.of(type.getMethods())));
	}

	private static Optional<AnnotatedMethod> search(Method method, Class<?> userClass) {
		Method specific = mostSpecific(method, userClass);
		List<MergedAnnotation<DistributedLock>> places = new ArrayList<>();
		places.add(on(specific, SearchStrategy.SUPERCLASS));
		if (isCoveredByType(specific)) {
			places.add(on(specific.getDeclaringClass(), SearchStrategy.SUPERCLASS));
		}
		Set<Method> implemented = interfaceMethods(specific, userClass);
		implemented.forEach((each) -> places.add(on(each, SearchStrategy.DIRECT)));
		implemented.stream()
			.filter(LockAnnotations::isCoveredByType)
			.forEach((each) -> places.add(on(each.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY)));
		return places.stream()
			.filter(MergedAnnotation::isPresent)
			.findFirst()
			.map((found) -> new AnnotatedMethod(specific, userClass, found.synthesize(),
					(found.getSource() instanceof Method source) ? source : null));
	}

	private static boolean isCoveredByType(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& ClassUtils.isUserLevelMethod(method) && !ReflectionUtils.isObjectMethod(method);
	}

	private static Method mostSpecific(Method method, Class<?> userClass) {
		return Proxy.isProxyClass(userClass) ? method : AopUtils.getMostSpecificMethod(method, userClass);
	}

	static MergedAnnotation<DistributedLock> on(AnnotatedElement element, SearchStrategy strategy) {
		return MergedAnnotations.from(element, strategy).get(DistributedLock.class);
	}

}
